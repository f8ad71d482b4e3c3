package rowpack_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/rowpack"
)

const most = 1 << 24

// answers returns the bodies of all operations on leases of every kind.
func answers(tb testing.TB) [][]byte {
	tb.Helper()
	var all [][]byte
	for _, members := range []string{
		``,
		`,"paymentTiming":"arrears","transfersOwnership":true,"initialDirectCosts":5000,"leaseIncentives":12000.50`,
		`,"standard":"IFRS_16","paymentFrequency":"quarterly","annualEscalationPct":0.03`,
		`,"standard":"GASB_87","paymentTiming":"arrears","residualValueGuarantee":4000`,
		`,"id":"L-7","name":"He said \"\u00e9t\u00e9\" 2026-13-45 007","currency":"JPY"`,
		`,"events":[{"date":"2029-01-01","type":"reassessment","discountRateAnnual":0.07,"termMonths":30,"paymentAmount":11000}]`,
	} {
		l, err := leasehold.Decode([]byte(`{"commencementDate":"2027-03-01","termMonths":60,"paymentAmount":8512,"discountRateAnnual":0.0475` + members + `}`))
		if err != nil {
			tb.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, r.AppendCompute(nil), r.AppendSchedule(nil), r.AppendJournal(nil), r.AppendClassify(nil))
	}
	return all
}

func roundTrip(t *testing.T, text []byte) (packed []byte) {
	t.Helper()
	packed = rowpack.Append([]byte("before"), text)
	packed, found := bytes.CutPrefix(packed, []byte("before"))
	if !found {
		t.Fatalf("what stood before is now %.20q", packed)
	}
	got, err := rowpack.Decode([]byte("before"), packed, len(text))
	got, found = bytes.CutPrefix(got, []byte("before"))
	if err != nil || !found || !bytes.Equal(got, text) {
		t.Fatalf("%d bytes became %d: %v\n%.300q\n%.300q", len(text), len(got), err, text, got)
	}
	if len(text) > 0 {
		if _, err := rowpack.Decode(nil, packed, len(text)-1); err == nil {
			t.Errorf("%d bytes were unpacked where one less is the most", len(text))
		}
	}
	return packed
}

// An answer takes less than half of what a general packer makes of it.
func TestAnswersComeBackAndAreSmall(t *testing.T) {
	t.Parallel()
	for _, text := range answers(t) {
		packed := roundTrip(t, text)
		general := s2.Encode(nil, text)
		t.Logf("%d bytes: %d, %d with S2", len(text), len(packed), len(general))
		if 2*len(packed) > len(general) {
			t.Errorf("%.80s: %d bytes, %d with S2", text, len(packed), len(general))
		}
	}
}

func TestAnyBytesComeBack(t *testing.T) {
	t.Parallel()
	rows := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, 1000-i, i*i)
		}
		return b.String()
	}
	for _, text := range []string{
		"", "{}", "1", "x", "12345678", "-", ".", "0.", ".5", "-0.00", "00", "007", "1.2.3", "1-2", "\x00\xff\x80",
		"0.000000000000000001", "999999999999999999", "9999999999999999999", "-999999999999999999", "123456789012345678.90",
		"2026-01-31,2026-13-31,2026-02-99,0000-00-00,9999-12-31,2026-1-31,2026-01-311,02026-01-31",
		string(limits()), strings.Repeat("1", 1000), strings.Repeat("12345678", 500), strings.Repeat("ab", 1000), strings.Repeat("9.99,", 500), strings.Repeat("\x00", 100_000),
		rows(100, `{"n":%d,"left":%d.00,"square":-%d.5},`),
		rows(100, "%d;%d;%d\n"),
		rows(60, `{"at":"%04d-01-01","x":%d.%02d},`),
		rows(70_000, "[%d, %d, %d],"), // more columns than are remembered
		rows(3, strings.Repeat("%[1]d %[2]d %[3]d ", 20_000)),
		strings.Repeat(strings.Repeat("8", 5000)+"7,", 20),
	} {
		roundTrip(t, []byte(text))
	}
	var all []byte
	for _, text := range answers(t) {
		all = append(all, text...)
	}
	roundTrip(t, all)
	for i := range all[:2000] {
		roundTrip(t, all[i:2*i])
	}
}

// limits is a text on both sides of every limit of the format.
func limits() []byte {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(3, 9))
	digits := func(n int) string {
		text := make([]byte, n)
		for i := range text {
			text[i] = '1' + byte(r.IntN(9))
		}
		return string(text)
	}
	for n := 5; n < 30; n++ { // figures of 17 to 19 digits, more than 24 bytes of them
		for range 6 {
			fmt.Fprintf(&b, "{\"long\":%s,\"signed\":-%s.%s;%s-%s.%s\n", digits(n), digits(n), digits(2), digits(n/3), digits(n/2), digits(n/4))
		}
	}
	for month := range 17 {
		for day := 28; day < 34; day++ {
			fmt.Fprintf(&b, "\"on\":\"%04d-%02d-%02d\",", 2026+day, month, day)
		}
	}
	var marks []string
	for i := range 12_000 { // more columns than are remembered, rents that step, and places far back to go on from
		if i%200 == 7 {
			mark := ""
			for range 12 {
				mark += string(rune('a' + r.IntN(26)))
			}
			if marks = append(marks, mark); i > 11_000 {
				mark = marks[len(marks)-22]
			}
			b.WriteString(mark)
		}
		fmt.Fprintf(&b, "[%d,-%d,%d.00,%d.5,%d.%02d]", i, 7*i+1, 1000+i/12*25, i*i, 3*i, i%100)
	}
	return b.Bytes()
}

// What was stored is read for as long as it is kept, whatever the version of the
// program. A change that fails here needs another number of the format, beside this
// one.
func TestTheFormatStays(t *testing.T) {
	t.Parallel()
	answer, err := os.ReadFile("testdata/answer.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"answer": answer, "limits": limits()} {
		packed, err := os.ReadFile("testdata/" + name + ".packed")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rowpack.Decode(nil, packed, len(text)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(text), err)
		}
	}
	dictionary, err := os.ReadFile("dictionary.txt")
	if err != nil {
		t.Fatal(err)
	}
	const want = "d7a33415f70238e5b867d6fb663658df113028508a0b69d010873854a1bef2b0"
	if sum := sha256.Sum256(dictionary); hex.EncodeToString(sum[:]) != want || len(dictionary) >= 1<<16 {
		t.Error("the dictionary has changed")
	}
}

// A figure that would go beyond the text's length is refused before it is printed.
func TestATextIsNeverLongerThanItSays(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	packed := []byte{1}
	for _, n := range []uint64{size, 0<<3 | 2<<1 | 1, 2} {
		packed = binary.AppendUvarint(packed, n)
	}
	packed = append(packed, "7,"...)
	dictionary, err := os.ReadFile("dictionary.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []uint64{
		0<<3 | 3<<1 | 1, uint64(len(dictionary)) + 1, // to the comma, which is copied up to 4 bytes before the end
		(size-6)<<3 | 3<<1 | 1, uint64(len(dictionary)), // to the 7
		0<<3 | 0<<1 | 1, 1 << 63,
	} {
		packed = binary.AppendUvarint(packed, n)
	}
	if got, err := rowpack.Decode(nil, packed, size); err == nil {
		t.Errorf("%d bytes: …%q", len(got), got[size-8:])
	}
}

func TestDamageNeverPanics(t *testing.T) {
	t.Parallel()
	packed := rowpack.Append(nil, answers(t)[0])
	for i := range packed {
		for _, flip := range []byte{1, 2, 4, 0x40, 0x80, 0xff} {
			damaged := bytes.Clone(packed)
			damaged[i] ^= flip
			if got, err := rowpack.Decode(nil, damaged, most); err == nil && len(got) > most {
				t.Errorf("byte %d: %d bytes", i, len(got))
			}
		}
		if _, err := rowpack.Decode(nil, packed[:i], most); err == nil {
			t.Errorf("cut at %d of %d: no error", i, len(packed))
		}
		if _, err := rowpack.Decode(nil, slices.Concat(packed, packed[:i]), most); i > 0 && err == nil {
			t.Errorf("%d bytes more: no error", i)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, text := range answers(f) {
		f.Add(text)
	}
	f.Add([]byte("1.00,-1.00,0.10\n2.00,-2.00,0.20\n2026-01-31;2026-02-28;12345678901234567890.5"))
	f.Fuzz(func(t *testing.T, text []byte) { roundTrip(t, text) })
}

func FuzzDecode(f *testing.F) {
	for _, text := range answers(f) {
		f.Add(rowpack.Append(nil, text))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		const most = 1 << 17
		if text, err := rowpack.Decode(nil, packed, most); err == nil && len(text) > most {
			t.Errorf("%d bytes", len(text))
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	text := answers(b)[0]
	b.Run("rowpack", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		var packed []byte
		for b.Loop() {
			packed = rowpack.Append(packed[:0], text)
		}
		b.ReportMetric(float64(len(packed)), "packed")
	})
	b.Run("s2", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		packed := make([]byte, s2.MaxEncodedLen(len(text)))
		n := 0
		for b.Loop() {
			n = len(s2.Encode(packed, text))
		}
		b.ReportMetric(float64(n), "packed")
	})
}

func BenchmarkDecode(b *testing.B) {
	text := answers(b)[0]
	dst := make([]byte, 0, len(text))
	b.Run("rowpack", func(b *testing.B) {
		packed := rowpack.Append(nil, text)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := rowpack.Decode(dst, packed, most); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("s2", func(b *testing.B) {
		packed := s2.Encode(nil, text)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := s2.Decode(dst[:cap(dst)], packed); err != nil {
				b.Fatal(err)
			}
		}
	})
}
