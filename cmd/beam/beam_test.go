package beam

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

var one = big.NewRat(1, 1)

var leases = flag.Int("leases", 5000, "how many leases the pipeline reports on")

func TestMain(m *testing.M) {
	flag.Parse()
	sdk.Init()
	os.Exit(m.Run())
}

// input writes leases with events to several files and returns their names.
func input(t *testing.T, dir string, n int) (files []string) {
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

// sorted returns the sorted lines of the files that match a pattern.
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

// bad contains leases that the pipeline must reject.
var bad = []string{`{"id":"bad-1","termMonths":0}`, `{"id":"bad-2","standard":"X"}`}

// report runs the leasehold report command on files and returns a function that compares the command's
// output with the pipeline's.
func report(t *testing.T, dir string, files []string) (same func(t *testing.T, out string)) {
	t.Helper()
	for i, line := range bad {
		file, err := os.OpenFile(files[i], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(line + "\n"); err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
	}
	program := built(t, dir, "../..", "./cmd/leasehold", "leasehold")
	args := []string{"report", "--from", "2026-01-01", "--to", "2026-12-31", "--group-by", "tag:entity,standard", "--on-error", "skip", "--totals", filepath.Join(dir, "totals.json"), "-o", filepath.Join(dir, "all.ndjson")}
	text, err := exec.CommandContext(t.Context(), program, append(args, files...)...).CombinedOutput()
	if !strings.Contains(string(text), fmt.Sprintf("%d of %d leases rejected", len(bad), *leases+len(bad))) {
		t.Fatalf("%v\n%s", err, text)
	}
	lines, totals := sorted(t, filepath.Join(dir, "all.ndjson")), sorted(t, filepath.Join(dir, "totals.json"))
	refused := placeless(lines[len(lines)-len(bad):])
	lines = lines[:len(lines)-len(bad)]
	return func(t *testing.T, out string) {
		t.Helper()
		if got := sorted(t, filepath.Join(out, "leases-*.ndjson")); !slices.Equal(got, lines) {
			t.Errorf("%d lines, want %d, or they differ", len(got), len(lines))
		}
		if got := sorted(t, filepath.Join(out, Totals)); !slices.Equal(got, totals) {
			t.Errorf("totals:\n%.400s\nwant\n%.400s", got, totals)
		}
		if got := placeless(sorted(t, filepath.Join(out, Refused))); !slices.Equal(got, refused) {
			t.Errorf("refused: %s, want %s", got, refused)
		}
		if rest, _ := filepath.Glob(filepath.Join(out, ".*")); len(rest) > 0 {
			t.Errorf("left behind: %v", rest)
		}
	}
}

// placeless returns rejected leases, sorted and without their line numbers, because the pipeline
// counts lines per chunk.
func placeless(refusals []string) []string {
	place := regexp.MustCompile(`^\{"line":[0-9]+,("chunk":[0-9]+,)?`)
	for i := range refusals {
		refusals[i] = place.ReplaceAllString(refusals[i], "{")
	}
	slices.Sort(refusals)
	return refusals
}

// built builds a program of a module and returns its path.
func built(t *testing.T, dir, module, pkg, name string) string {
	t.Helper()
	program := filepath.Join(dir, name)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, pkg)
	build.Dir = module
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}

// chunkBytes is small, so that the input is split into many chunks of few leases.
const chunkBytes = 100_000

// The pipeline writes the same lines and totals as the command, byte for byte after sorting, and rejects the
// same leases.
func TestThePipelineIsTheCommand(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // Beam leaves files in this directory
	files := input(t, dir, *leases)
	same := report(t, dir, files)
	out := filepath.Join(dir, "out")
	if err := Prepare(out); err != nil {
		t.Fatal(err)
	}
	chunks, err := Chunks(files, chunkBytes)
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
	same(t, out)
	t.Logf("%d leases in %d chunks", *leases, len(chunks))
}

// A run removes an earlier run's files from the report's directory, and leaves other files there.
func TestAReportDoesNotMixWithAnEarlierOne(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ours := []string{"leases-000000.ndjson", "leases-1234567.ndjson", Totals, Refused, ".leases-000012.ndjson.ABCDEFG2", ".totals.json.ABCDEFG2"}
	others := []string{"leases-2025.ndjson", "leases.ndjson", "old-totals.json", "totals.json.ABCDEFG2", ".leases-000012.ndjson.old"}
	for range 2 { // at first, the directory does not exist, so there are no files to remove
		if err := Prepare(out); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Concat(ours, others) {
		if err := os.WriteFile(filepath.Join(out, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Prepare(out); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(others)
	if !slices.Equal(got, others) {
		t.Errorf("left: %v", got)
	}
}

// If a chunk is processed twice, the result has the same bytes and no additional file. Invalid leases are
// listed with the reason and excluded from the totals.
func TestReprocessedChunksAreIdentical(t *testing.T) {
	dir := t.TempDir()
	files := input(t, dir, 300)
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

// Every line belongs to exactly one chunk, wherever a file is split.
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

// Every type that passes from step to step, and every type in the totals, is a Beam type or has a coder. Beam
// would encode any other type as its zero value.
func TestEveryTypeHasACoder(t *testing.T) {
	p, err := Build([]Chunk{{"in.ndjson", 0, 0, 1}}, question(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	edges, nodes, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	types := map[reflect.Type]bool{}
	var add func(typex.FullType)
	add = func(ft typex.FullType) {
		if ft.Class() == typex.Concrete {
			types[ft.Type()] = true
		}
		for _, c := range ft.Components() {
			add(c)
		}
	}
	for _, n := range nodes {
		add(n.Type())
	}
	for _, e := range edges {
		if e.CombineFn != nil {
			types[e.CombineFn.MergeAccumulatorsFn().Ret[0].T] = true
		}
	}
	for ours := range maps.Keys(types) {
		switch ours.Kind() {
		case reflect.Int, reflect.Int64, reflect.Uint8, reflect.String:
		default:
			if coder.LookupCustomCoder(ours) == nil {
				t.Errorf("%v has no coder", ours)
			}
		}
	}
	for _, want := range []reflect.Type{reflect.TypeFor[Chunk](), reflect.TypeFor[Total](), reflect.TypeFor[string]()} {
		if !types[want] {
			t.Errorf("%v is not among the types of the pipeline: %v", want, types)
		}
	}
}

// Every pipeline type is unchanged after encoding and decoding, including amounts beyond 63, 64 and
// 128 bits.
func TestTypesCrossAsTheyAre(t *testing.T) {
	l := &leasehold.Lease{ID: "L", Tags: map[string]string{"entity": "E"}}
	f := &leasehold.LeaseFigures{}
	f.Vector[figure.LiabilityClosing] = money.FromWords(7, 1<<40, 1<<30)
	f.Vector[figure.CashPrincipal] = money.FromWords(1, 1<<63, 0).Neg()
	f.Vector[figure.LiabilityOpening] = money.FromWords(1<<63+1, 0, 0)
	f.RemainingMonths = one
	sum := portfolio.NewSum(nil)
	sum.Add(l, f)
	again := cross(t, Total{sum}).(Total)
	total, _ := again.Sum.Total()
	if total.Of(figure.LiabilityClosing) != f.Of(figure.LiabilityClosing) || total.Of(figure.LiabilityOpening) != f.Of(figure.LiabilityOpening) || total.Of(figure.CashPrincipal) != f.Of(figure.CashPrincipal) || total.Leases != 1 {
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

// Only this module depends on Beam; the leasehold program does not.
func TestBeamIsNotAModuleOfTheProgram(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-m", "all")
	list.Dir = ".."
	text, err := list.Output()
	if err != nil || !strings.Contains(string(text), "github.com/spf13/cobra ") || strings.Contains(string(text), "github.com/apache/beam") {
		t.Errorf("%v\n%s", err, text)
	}
}

// Invalid settings are reported before the pipeline starts, or by the worker.
func TestInvalidRequestsAreRejected(t *testing.T) {
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
