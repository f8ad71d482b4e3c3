package leasehold

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Wherever the first digits of a number decide how it is rounded, they decide as the exact
// number does; and they nearly always do.
func TestFirstDigitsRoundAsExactNumbersDo(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	word := func() uint64 { return rnd.Uint64() >> rnd.IntN(64) }
	unsure := 0
	const tries = 20_000
	for range tries {
		n, m := word(), word()
		x, exact := roughWide(n, m), new(big.Rat).SetInt(wide(n, m))
		for range rnd.IntN(12) {
			by := max(word(), 1)
			of := new(big.Rat).SetInt(new(big.Int).SetUint64(by))
			switch rnd.IntN(5) {
			case 0:
				x = x.timesWord(by)
				exact.Mul(exact, of)
			case 1, 2:
				x = x.over(by)
				exact.Quo(exact, of)
			case 3:
				y := roughOf(by).over(wholeShare)
				of.Quo(of, big.NewRat(wholeShare, 1))
				if rnd.IntN(2) == 0 {
					x = x.times(&y)
					exact.Mul(exact, of)
				} else {
					x = x.plus(y)
					exact.Add(exact, of)
				}
			case 4:
				x = roughQuotient(exact.Num(), exact.Denom())
			}
		}
		got, sure := x.round()
		want := money.QuoRound(exact.Num(), exact.Denom())
		switch {
		case !sure:
			unsure++
			if twice := new(big.Rat).Mul(exact, big.NewRat(2, 1)); want.BitLen() < rentBits && !twice.IsInt() {
				t.Errorf("%s is not decided", exact.FloatString(40))
			}
		case got.Big().Cmp(want) != 0:
			t.Fatalf("%s is rounded to %v", exact.FloatString(40), got.Big())
		}
	}
	if unsure > tries/2 {
		t.Errorf("%d of %d are not decided", unsure, tries)
	}
}

// Where the first words of numbers decide how their product is rounded, they decide as
// exact numbers do, also beside half a unit; and those of a rent nearly always do.
func TestFirstWordsRoundAProductAsExactNumbersDo(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	const tries = 50_000
	unsure := 0
	for i := range tries {
		rent, num, den := rnd.Uint64()>>(20+rnd.IntN(44))+1, rnd.Uint64()>>rnd.IntN(30)+1, rnd.Uint64()>>rnd.IntN(30)+1
		if i%3 == 0 { // a half, or beside one
			half := rnd.Uint64()>>(30+rnd.IntN(30)) | 1
			num, den, rent = half*(1<<rnd.IntN(8))+uint64(rnd.IntN(3))-1, 2*rent, rent*(1<<rnd.IntN(8))
		}
		x, y := roughOf(rent), roughQuotient(new(big.Int).SetUint64(num), new(big.Int).SetUint64(den))
		exact := new(big.Rat).SetFrac(new(big.Int).SetUint64(num), new(big.Int).SetUint64(den))
		exact.Mul(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(rent)))
		product := x.lead().times(y.lead())
		if i%2 == 0 { // and a share of it
			part := rnd.Uint64()>>rnd.IntN(60) + 1
			of := part + rnd.Uint64()>>(1+rnd.IntN(60))
			share := roughQuotient(new(big.Int).SetUint64(part), new(big.Int).SetUint64(of))
			product = product.times(share.lead())
			exact.Mul(exact, new(big.Rat).SetFrac(new(big.Int).SetUint64(part), new(big.Int).SetUint64(of)))
		}
		got, sure := product.round()
		switch want := money.QuoRound(exact.Num(), exact.Denom()); {
		case !sure:
			unsure++
		case got.Big().Cmp(want) != 0:
			t.Fatalf("%d × %d / %d, which is %s, is rounded to %v", rent, num, den, exact.FloatString(30), got.Big())
		}
	}
	if unsure > tries/2 {
		t.Errorf("%d of %d are not decided", unsure, tries)
	}
	half, three := roughOf(1).over(2), roughOf(3)
	if n, sure := half.lead().times(three.lead()).round(); sure {
		t.Errorf("one and a half is rounded to %v", n.Big())
	}
	if n, sure := unknown.lead().times(three.lead()).round(); sure {
		t.Errorf("what is not known is rounded to %v", n.Big())
	}
}

// Wherever the first digits of a rent that rises every year decide how it is rounded, they decide as
// the exact rent does; and they nearly always do.
func TestFirstDigitsOfAPowerRoundAsExactNumbersDo(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	const tries, per = 3_000, 10_000
	unsure := 0
	for range tries {
		rent, rise, years := rnd.Uint64()>>(10+rnd.IntN(50)), int64(rnd.IntN(per)), 1+rnd.IntN(100)
		up := roughQuotient(big.NewInt(per+rise), big.NewInt(per))
		x, base := up.power(years), roughOf(rent)
		x = x.times(&base)
		power := func(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(n), big.NewInt(int64(years)), nil) }
		num := new(big.Int).SetUint64(rent)
		want := money.QuoRound(num.Mul(num, power(per+rise)), power(per))
		switch got, sure := x.round(); {
		case !sure:
			unsure++
		case got.Big().Cmp(want) != 0:
			t.Fatalf("%d after %d years of %d in %d is rounded to %v, want %v", rent, years, rise, per, got.Big(), want)
		}
	}
	if unsure > tries/10 {
		t.Errorf("%d of %d are not decided", unsure, tries)
	}
}

func wide(high, low uint64) *big.Int {
	n := new(big.Int).SetUint64(high)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(low))
}

// Numbers that lie on half a unit, or as close to it as their digits reach, are left to
// exact arithmetic, and so is what is beyond every rent.
func TestFirstDigitsDecideNoHalf(t *testing.T) {
	t.Parallel()
	half := roughOf(1).over(2)
	third := roughOf(1).over(3)
	near := half.plus(roughOf(1).over(1 << 63))
	far := roughOf(1).shiftTen(49)
	for name, x := range map[string]rough{
		"half": half, "three halves": roughOf(3).over(2), "a third and a sixth": third.plus(third.over(2)), "2^-63 above half": near, "10^49": far, "unknown": unknown,
	} {
		if n, sure := x.round(); sure {
			t.Errorf("%s is rounded to %v", name, n.Big())
		}
	}
	above := half.plus(roughOf(1).over(1 << 40))
	for want, x := range map[int64]rough{0: third, 1: above, 2: roughOf(7).over(4), 12: roughOf(12)} {
		if n, sure := x.round(); !sure || n != money.Cents(want) {
			t.Errorf("%v, %t instead of %d", n.Big(), sure, want)
		}
	}
}

// Rents that events have changed again and again are those of exact arithmetic: by changes
// that cancel each other and leave half a cent, and by changes of 17 digits.
func TestRentsOfManyChangesAreExact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rent, steps, changes, want string }{
		{"1000.005", "", "4 -0.8", "1000.01"},
		{"1000.025", "", "-0.8 4", "1000.03"},
		{"1000", "0.005", "-0.8 4", "1001.01"},
		{"1000", "0", "0.12345678912345678 0.12345678912345678", ""},
	} {
		changes := strings.Fields(c.changes)
		body := `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":` + c.rent + `,"discountRateAnnual":0`
		if c.steps != "" {
			body += `,"rentSteps":[{"from":"2028-01-01","paymentAmount":1001` + strings.TrimPrefix(c.steps, "0") + `}]`
		}
		body += `,"events":[`
		want := new(big.Rat)
		want.SetString(c.rent)
		if c.steps != "" {
			want.SetString("1001" + strings.TrimPrefix(c.steps, "0"))
		}
		const each = 5
		for i := range each * len(changes) {
			if i > 0 {
				body += ","
			}
			change := changes[i%len(changes)]
			body += `{"type":"index","date":"` + civil.New(2026, 1, 2).AddDays(i).String() + `","changePct":` + change + `}`
			want.Mul(want, onePlus(money.MustParse(change)))
		}
		l, err := Decode([]byte(body + "]}"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := Measure(l)
		if err != nil {
			t.Fatal(err)
		}
		last := m.Schedule[len(m.Schedule)-1]
		cents := want.Mul(want, big.NewRat(100, 1))
		if exact := money.FromBig(money.QuoRound(cents.Num(), cents.Denom())); last.Rent != exact || c.want != "" && last.Rent.String() != c.want {
			t.Errorf("%s changed by %s: %v, want %v %s", c.rent, c.changes, last.Rent, exact, c.want)
		}
	}
}

// What of a single payment is a lease payment is the exact share, rounded half up, whichever of
// words, first words and exact numbers decides it.
func TestMethod20_2_ASharePaymentIsRoundedAsItsExactShare(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(20, 2))
	var near roughShare
	var shares []*big.Rat
	for range 300 {
		n, d := rnd.Uint64()>>rnd.IntN(64), rnd.Uint64()>>rnd.IntN(64)
		if n >= d {
			continue
		}
		share := new(big.Rat).SetFrac(new(big.Int).SetUint64(n), new(big.Int).SetUint64(d))
		long := new(big.Int).Add(new(big.Int).Exp(ten, big.NewInt(60), nil), new(big.Int).SetUint64(n))
		shares = append(shares, share, new(big.Rat).SetFrac(long, new(big.Int).Add(long, new(big.Int).SetUint64(d))), big.NewRat(1, 2))
	}
	for _, share := range shares {
		for _, places := range []int{0, 2, 3} {
			for range 20 {
				text := strconv.FormatUint(rnd.Uint64()>>rnd.IntN(64), 10)
				if rnd.IntN(2) == 0 {
					text += "." + strconv.Itoa(rnd.IntN(1000))
				}
				amount := money.MustParse(text)
				exact, _ := new(big.Rat).SetString(text)
				exact.Mul(exact, share).Mul(exact, new(big.Rat).SetInt(pow10(places)))
				want := money.FromBig(money.QuoRound(exact.Num(), exact.Denom()))
				if got := minorOf(amount, share, &near, places); got != want {
					t.Fatalf("%v of %s with %d places: %v, want %v", share, text, places, got, want)
				}
			}
		}
	}
}

func pow10(n int) (x *big.Int) {
	x = new(big.Int)
	setPow10(x, n)
	return x
}
