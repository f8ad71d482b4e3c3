package beam

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// one is a month.
var one = big.NewRat(1, 1)

var leases = flag.Int("leases", 5000, "how many leases the pipeline reports on")

func TestMain(m *testing.M) {
	flag.Parse()
	sdk.Init()
	os.Exit(m.Run())
}

// written writes leases with events into some files.
func written(t *testing.T, dir string, n int) (files []string) {
	t.Helper()
	var texts [3]bytes.Buffer
	for i := range n {
		event := ""
		switch i % 5 {
		case 0:
			event = `,"events":[{"type":"termination","date":"2026-08-15","penalty":100}]`
		case 1:
			event = `,"events":[{"type":"index","date":"2026-07-01","changePct":0.04}]`
		}
		fmt.Fprintf(&texts[i%3], `{"id":"L-%06d","tags":{"entity":"E%d"},"standard":%q,"commencementDate":"2025-%02d-%02d","termMonths":%d,"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d%s}`+"\n",
			i, i%30, []string{"ASC_842", "IFRS_16", "GASB_87"}[i%3], i%6+1, i%28+1, 24+i%60, 1000+i%90000, i%100, 100+i%899, event)
	}
	for i := range texts {
		name := filepath.Join(dir, fmt.Sprintf("in-%d.ndjson", i))
		if err := os.WriteFile(name, texts[i].Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return files
}

func question(dir string) Question {
	return Question{From: "2026-01-01", To: "2026-12-31", GroupBy: []string{"tag:entity", "standard"}, Output: dir}
}

// sorted returns the lines of files in order.
func sorted(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, slices.Collect(strings.Lines(string(text)))...)
	}
	slices.Sort(lines)
	return lines
}

// The engine gives the lines and the totals that the command gives, byte for byte after
// sorting.
func TestThePipelineIsTheCommand(t *testing.T) {
	dir := t.TempDir()
	files := written(t, dir, *leases)
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	chunks, err := Chunks(files, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(chunks, question(out))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sdk.Run(t.Context(), "prism", p); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "leasehold")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./cmd/leasehold")
	build.Dir = ".."
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--group-by", "tag:entity,standard", "--totals", filepath.Join(dir, "totals.json"), "-o", filepath.Join(dir, "all.ndjson")}
	if text, err := exec.CommandContext(t.Context(), program, append(args, files...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got, want := sorted(t, filepath.Join(out, "leases-*.ndjson")), sorted(t, filepath.Join(dir, "all.ndjson"))
	if len(want) != *leases || !slices.Equal(got, want) {
		t.Errorf("%d lines, want %d, or they differ", len(got), len(want))
	}
	if got, want := sorted(t, filepath.Join(out, "totals.json")), sorted(t, filepath.Join(dir, "totals.json")); !slices.Equal(got, want) {
		at := 0
		for g, w := strings.Join(got, ""), strings.Join(want, ""); at < min(len(g), len(w)) && g[at] == w[at]; at++ {
		}
		t.Errorf("the totals differ from character %d on: got …%.200s\nwant …%.200s", at, strings.Join(got, "")[max(at-100, 0):], strings.Join(want, "")[max(at-100, 0):])
	}
	if rest, _ := filepath.Glob(filepath.Join(out, ".*")); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
	t.Logf("%d leases in %d chunks", *leases, len(chunks))
}

// A chunk that is done twice leaves the same bytes, and nothing beside them. What is
// wrong is given with its reason and is in no sum.
func TestAChunkThatIsDoneTwiceIsTheSame(t *testing.T) {
	dir := t.TempDir()
	files := written(t, dir, 300)
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], append(text, "{\"id\":\"bad\",\"termMonths\":0}\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	chunks, err := Chunks(files[:1], 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for range 2 {
		var totals []Total
		var refused []string
		f := &reportFn{question(dir)}
		if err := f.ProcessElement(t.Context(), chunks[0], func(x Total) { totals = append(totals, x) }, func(x string) { refused = append(refused, x) }); err != nil {
			t.Fatal(err)
		}
		lines, err := os.ReadFile(filepath.Join(dir, "leases-000000.ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		sum, err := totals[0].Sum.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if len(refused) != 1 || !strings.HasPrefix(refused[0], `{"line":101,"chunk":0,"id":"bad","error":{"code":"invalid_request"`) {
			t.Errorf("refused: %s", refused)
		}
		if all := append(lines, sum...); first == nil {
			first = all
		} else if !bytes.Equal(first, all) {
			t.Error("the second time it is something else")
		}
	}
	if rest, _ := filepath.Glob(filepath.Join(dir, ".leases*")); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

// Wherever a file is cut, every line is in one chunk.
func TestEveryLineIsInOneChunk(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "lines")
	content := "one\n\ntwo is longer\nthree\r\n" + strings.Repeat("x", 200) + "\nlast"
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for length := range int64(len(content)) {
		chunks, err := Chunks([]string{name}, length+1)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		for _, c := range chunks {
			in, file, err := c.lines()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := got.ReadFrom(in); err != nil {
				t.Fatal(err)
			}
			_ = file.Close()
		}
		if got.String() != content {
			t.Fatalf("chunks of %d: %q", length+1, got.String())
		}
	}
}

// Every type of the pipeline crosses from one worker to another as it is: also amounts
// beyond 64 and 128 bits.
func TestTypesCrossAsTheyAre(t *testing.T) {
	l := &leasehold.Lease{ID: "L", Tags: map[string]string{"entity": "E"}}
	f := &leasehold.LeaseFigures{}
	f.Liability.Closing = money.FromWords(7, 1<<40, 1<<30)
	f.Cash.Principal = money.FromWords(1, 1<<63, 0).Neg()
	f.RemainingMonths = one
	sum := portfolio.NewSum(nil)
	sum.Add(l, f)
	again := cross(t, Total{sum}).(Total)
	total, _ := again.Sum.Total()
	if total.Liability.Closing != f.Liability.Closing || total.Cash.Principal != f.Cash.Principal || total.Leases != 1 {
		t.Errorf("got %+v", total)
	}
	if !bytes.Equal(again.Sum.Append(nil), sum.Append(nil)) {
		t.Error("the sum differs")
	}
	c := Chunk{"a file.ndjson", 1 << 40, 1 << 62, 1<<62 + 1}
	if got := cross(t, c); got != c {
		t.Errorf("got %+v", got)
	}
	if got := cross(t, Total{}).(Total); got.Sum != nil {
		t.Errorf("got %+v", got)
	}
}

// cross encodes and decodes a value as an engine does.
func cross(t *testing.T, v any) any {
	t.Helper()
	var b bytes.Buffer
	if err := sdk.NewElementEncoder(reflect.TypeOf(v)).Encode(v, &b); err != nil {
		t.Fatal(err)
	}
	got, err := sdk.NewElementDecoder(reflect.TypeOf(v)).Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// What cannot be done is said before anything starts, or by the worker.
func TestWrongQuestionsAreRefused(t *testing.T) {
	chunk := []Chunk{{"missing.ndjson", 0, 0, 1}}
	for name, change := range map[string]func(*Question){
		"date": func(q *Question) { q.From = "2026-13-01" }, "order": func(q *Question) { q.To = "2025-01-01" }, "key": func(q *Question) { q.GroupBy = []string{"colour"} },
	} {
		q := question(t.TempDir())
		change(&q)
		if _, err := Build(chunk, q); err == nil {
			t.Errorf("%s: built", name)
		}
	}
	if _, err := Build(nil, question("")); err == nil {
		t.Error("built without leases")
	}
	f := &reportFn{question(t.TempDir())}
	if err := f.ProcessElement(context.Background(), chunk[0], nil, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
