// Package beam uses Apache Beam to compute a report on any number of leases, on an engine that
// distributes work over many machines.
//
// # Design
//
// The pipeline does the work of the leasehold report command: package closing converts a chunk of
// leases to lines and totals. The pipeline's elements are byte ranges of files with one lease per
// line, because passing single leases between machines would take longer than computing them. A
// chunk's lines are written to a temporary file that is then renamed, so processing a chunk twice
// has the same result. The engine merges the totals. Invalid leases go to a separate output,
// each with the reason.
//
// A value whose type has no registered coder arrives on another machine as the zero value, without
// an error. Every pipeline type therefore has a coder, and a test verifies that the coders preserve
// amounts beyond 64 and 128 bits.
//
// The command leasehold-beam runs the pipeline and also serves as its worker. The script boot.sh
// starts workers as processes, for engines that start workers with a command.
//
// The pipeline does not check that lease IDs are unique, because the check would need all IDs on one machine.
package beam

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

//nolint:gochecknoinits // workers must know every type and function before they start
func init() {
	register.DoFn4x1[context.Context, Chunk, func(Total), func(string), error](&reportFn{})
	register.DoFn2x1[context.Context, Total, error](&totalFn{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&refusedFn{})
	register.Combiner1[Total](&addFn{})
	register.Emitter1[Total]()
	register.Emitter1[string]()
	register.Iter1[string]()
	sdk.RegisterType(reflect.TypeFor[Chunk]())
	sdk.RegisterType(reflect.TypeFor[Total]())
	sdk.RegisterCoder(reflect.TypeFor[Chunk](), encodeChunk, decodeChunk)
	sdk.RegisterCoder(reflect.TypeFor[Total](), encodeTotal, decodeTotal)
}

// A report's files, in addition to leases-NNNNNN.ndjson for each chunk.
const (
	Totals  = "totals.json"
	Refused = "refused.ndjson" // written only if leases were rejected
)

// Build returns the pipeline for a report. The pipeline writes its files to q.Output.
func Build(chunks []Chunk, q Question) (*sdk.Pipeline, error) {
	if _, _, err := q.read(); err != nil {
		return nil, err
	}
	if len(chunks) == 0 {
		return nil, errors.New("there are no leases")
	}
	p, s := sdk.NewPipelineWithRoot()
	all := sdk.Reshuffle(s, sdk.CreateList(s, chunks))
	totals, refused := sdk.ParDo2(s, &reportFn{Question: q}, all)
	sdk.ParDo0(s, &totalFn{Question: q}, sdk.Combine(s, &addFn{}, totals))
	sdk.ParDo0(s, &refusedFn{Question: q}, sdk.GroupByKey(s, sdk.AddFixedKey(s, refused)))
	return p, nil
}

// Prepare creates a pipeline's output directory. It removes the files of an earlier run, because
// some of them would remain if the earlier report had more chunks.
func Prepare(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil { //nolint:gosec // the umask determines who can read reports
		return err
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if written.MatchString(e.Name()) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return err
}

// written matches a report's files and failed workers' temporary files.
var written = regexp.MustCompile(`^(` + file + `|\.` + file + `\.[A-Z2-7]{8})$`)

const file = `(leases-[0-9]{6,}\.ndjson|refused\.ndjson|totals\.json)`

// reportFn reports on a chunk's leases.
type reportFn struct{ Question Question }

// ProcessElement writes the lines of a chunk and emits its totals and its invalid leases.
func (f *reportFn) ProcessElement(ctx context.Context, c Chunk, total func(Total), refused func(string)) error {
	span, keys, err := f.Question.read()
	if err != nil {
		return err
	}
	plan := &closing.Plan{Span: span, Keys: keys, Lease: func(dst *bytes.Buffer, l *portfolio.Line) error {
		dst.Write(append(l.Append(dst.AvailableBuffer()), '\n'))
		return nil
	}}
	in, file, err := c.lines()
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // the file is only read
	sum := portfolio.NewSum(keys)
	err = replace(filepath.Join(f.Question.Output, fmt.Sprintf("leases-%06d.ndjson", c.Number)), func(w io.Writer) error {
		return each(ctx, batch.Lines(in, nil), plan, func(p *closing.Part) error {
			sum.Merge(p.Sum)
			for i := range p.Refused {
				r := &p.Refused[i]
				members := fmt.Appendf(nil, `"chunk":%d,`, c.Number)
				refused(string(batch.AppendRefusal(nil, r.Line, string(batch.AppendID(members, r.ID)), r.Err)))
			}
			_, err := w.Write(p.Text.Bytes())
			return err
		})
	})
	if err != nil {
		return err
	}
	total(Total{sum})
	return nil
}

// each computes a source's leases according to the plan, and passes each part to the callback, in order.
func each(ctx context.Context, src batch.Source, plan *closing.Plan, take func(*closing.Part) error) error {
	worker, chunk, part := plan.NewWorker(ctx), new(batch.Chunk), new(closing.Part)
	for {
		switch err := src.Cut(chunk, batch.ForLines); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		worker.Do(chunk, part)
		if part.Err != nil {
			return part.Err
		}
		if err := plan.LackError(part.Pairs); err != nil {
			return err
		}
		if err := take(part); err != nil {
			return err
		}
	}
}

// replace writes a file under a temporary name and then renames it to the given name.
func replace(name string, write func(io.Writer) error) error {
	temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text()[:8])
	file, err := os.Create(temp) //nolint:gosec // the user chooses the directory
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<18)
	if err := errors.Join(write(out), out.Flush(), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return os.Rename(temp, name)
}

// addFn adds the chunks' totals.
type addFn struct{}

func (*addFn) CreateAccumulator() Total           { return Total{} }
func (*addFn) AddInput(a, t Total) Total          { return a.add(t) }
func (*addFn) MergeAccumulators(a, b Total) Total { return a.add(b) }
func (*addFn) ExtractOutput(a Total) Total        { return a }

// totalFn writes the total over all chunks.
type totalFn struct{ Question Question }

// ProcessElement writes the groups, the total and the averages.
func (f *totalFn) ProcessElement(_ context.Context, t Total) error {
	span, _, err := f.Question.read()
	if err != nil {
		return err
	}
	if t.Sum == nil {
		return errors.New("there are no leases")
	}
	if names := t.Sum.Mixed(); names != nil {
		return portfolio.MixedError(names)
	}
	text := t.Sum.Append(append(portfolio.AppendSpan([]byte{'{'}, span.From, span.To), ','))
	text = append(t.Sum.AppendNotes(text), '}', '\n')
	return replace(filepath.Join(f.Question.Output, Totals), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// refusedFn writes the rejected leases in an order that does not depend on the engine.
type refusedFn struct{ Question Question }

// ProcessElement writes all rejected leases in one call, because they all have the same key.
func (f *refusedFn) ProcessElement(_ context.Context, _ int, next func(*string) bool) error {
	var list []string
	for line := ""; next(&line); {
		list = append(list, line)
	}
	slices.Sort(list)
	return replace(filepath.Join(f.Question.Output, Refused), func(w io.Writer) error {
		for _, line := range list {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// Question contains a report's settings in the form that is sent to workers.
type Question struct {
	From, To string   // dates as yyyy-mm-dd
	GroupBy  []string // keys: standard, classification, currency or tag:NAME
	Output   string   // output directory, which every worker can access

	// ExchangeRates is empty or a JSON object with an exchangeRates field, as in the request for a
	// report. Presentation is empty or a currency.
	ExchangeRates string
	Presentation  string
}

// read parses the reporting period and the group keys.
func (q *Question) read() (span leasehold.Span, keys []portfolio.Key, err error) {
	if span.From, err = civil.Parse(q.From); err != nil {
		return span, nil, fmt.Errorf("from: %q is %w", q.From, err)
	}
	if span.To, err = civil.Parse(q.To); err != nil {
		return span, nil, fmt.Errorf("to: %q is %w", q.To, err)
	}
	if span.To.Before(span.From) {
		return span, nil, fmt.Errorf("from: %s is after to, %s", q.From, q.To)
	}
	for _, name := range q.GroupBy {
		k, err := portfolio.ParseKey(name)
		if err != nil {
			return span, nil, fmt.Errorf("group by: %w", err)
		}
		keys = append(keys, k)
	}
	if q.ExchangeRates != "" {
		if span.Rates, err = exchange.Decode([]byte(q.ExchangeRates)); err != nil {
			return span, nil, fmt.Errorf("exchange rates: %w", err)
		}
	}
	if q.Presentation != "" {
		if span.Presentation, err = money.ParseCurrency(q.Presentation); err != nil {
			return span, nil, fmt.Errorf("presentation currency: %q is %w", q.Presentation, err)
		}
	}
	return span, keys, nil
}

// Total is the sum over a set of leases. Sum is nil if there are no leases.
type Total struct{ Sum *portfolio.Sum }

func encodeTotal(t Total) ([]byte, error) {
	if t.Sum == nil {
		return nil, nil
	}
	return t.Sum.MarshalBinary()
}

func decodeTotal(b []byte) (Total, error) {
	if len(b) == 0 {
		return Total{}, nil
	}
	t := Total{portfolio.NewSum(nil)}
	return t, t.Sum.UnmarshalBinary(b)
}

// add returns the sum of two totals without changing them.
func (t Total) add(o Total) Total {
	switch {
	case o.Sum == nil:
		return t
	case t.Sum == nil:
		return o
	}
	sum := portfolio.NewSum(o.Sum.Keys())
	sum.Merge(t.Sum)
	sum.Merge(o.Sum)
	return Total{sum}
}
