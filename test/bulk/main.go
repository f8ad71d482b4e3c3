// Command bulk measures the command "leasehold report" on many leases. The baseline is a process
// that reads and computes the same leases on the same cores without output. Every run is a separate
// process, and the runs alternate in rounds, so the ratios are comparable across machines. Output
// goes to a temporary directory.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

func main() {
	leases := flag.Int("leases", 1_000_000, "how many leases")
	rounds := flag.Int("rounds", 2, "how often each run is repeated; the fastest counts")
	program := flag.String("program", "", "the built program, `file`")
	floor := flag.String("floor", "", "be the floor for the leases of this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := measure(ctx, *program, *leases, *rounds)
	if *floor != "" {
		err = floorOf(ctx, *floor)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bulk:", err)
		os.Exit(1)
	}
}

// span is every run's reporting period.
var span = leasehold.Span{From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2026, Month: 12, Day: 31}}

// floorOf is the baseline: it reads and computes a file's leases on all cores.
func floorOf(ctx context.Context, name string) error {
	debug.SetGCPercent(400)
	in, err := os.Open(name) //nolint:gosec // this program wrote the file
	if err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	defer in.Close() //nolint:errcheck // the file is only read
	file, err := leasefile.Open(in, leasefile.Options{Name: name})
	if err != nil {
		return fmt.Errorf("floor: %w", err)
	}
	start := func() func(*batch.Chunk, *error) {
		return func(c *batch.Chunk, fault *error) {
			c.Each(func(it *batch.Item) {
				err := it.Err
				if err == nil {
					_, err = leasehold.MeasureSpan(it.Lease, span)
				}
				*fault = errors.Join(*fault, err)
			})
		}
	}
	return batch.Run(ctx, batch.Leases(file), batch.ForLines, runtime.GOMAXPROCS(0), start, func(_ *batch.Chunk, fault *error) error { return *fault })
}

// run describes a way to process the leases, and its measurements.
type run struct {
	name string
	args []string // program arguments; nil for the baseline

	wall   time.Duration // time of the fastest round
	cpu    time.Duration // lowest CPU time of all rounds
	memory int64         // maximum of all rounds, in bytes
	digest [sha256.Size]byte
}

func measure(ctx context.Context, program string, leases, rounds int) error {
	if program == "" {
		return errors.New("name the built program with -program")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	dir, err := os.MkdirTemp("", "bulk-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // at worst, the directory remains
	for _, kind := range []string{"ndjson", "csv"} {
		file := filepath.Join(dir, "leases."+kind)
		if err := write(file, kind, leases); err != nil {
			return err
		}
		command := []string{"report", "--from", span.From.String(), "--to", span.To.String(), "--group-by", "tag:entity,tag:department,standard", file}
		runs := []*run{
			{name: "floor"},
			{name: "totals alone", args: append(slices.Clone(command), "--format", "table")},
			{name: "one line per lease, ndjson", args: append(slices.Clone(command), "--format", "ndjson")},
			{name: "one row per lease, csv", args: append(slices.Clone(command), "--format", "csv")},
			{name: "and a line per entry", args: append(slices.Clone(command), "--format", "ndjson", "--journal", "monthly")},
		}
		for range rounds {
			for _, r := range runs {
				name, args := program, r.args
				if args == nil {
					name, args = self, []string{"-floor", file}
				}
				if err := r.once(ctx, name, args); err != nil {
					return err
				}
			}
		}
		show(kind, leases, runs)
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("remove the leases: %w", err)
		}
	}
	return nil
}

// once runs a program a single time and records the measurements in r.
func (r *run) once(ctx context.Context, name string, args []string) error {
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the program under test, or this one
	digest := sha256.New()
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = digest, &stderr
	started := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", r.name, err, &stderr)
	}
	wall, cpu := time.Since(started), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	if r.wall == 0 || wall < r.wall {
		r.wall = wall
	}
	if r.cpu == 0 || cpu < r.cpu {
		r.cpu = cpu
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = max(r.memory, usage.Maxrss<<10)
	}
	sum := [sha256.Size]byte(digest.Sum(nil))
	if r.digest != ([sha256.Size]byte{}) && r.digest != sum {
		return fmt.Errorf("%s: two rounds gave different bytes", r.name)
	}
	r.digest = sum
	return nil
}

func show(kind string, leases int, runs []*run) {
	fmt.Printf("%d leases, %s, %d cores, %s\n", leases, kind, runtime.GOMAXPROCS(0), time.Now().UTC().Format(time.DateOnly))
	for _, r := range runs {
		of := func(x, floor time.Duration) int64 { return 100 * x.Milliseconds() / max(floor.Milliseconds(), 1) }
		fmt.Printf("  %-24s %6.1f s  %3d %%   processor %6.1f s  %3d %%   %4d MB\n",
			r.name, r.wall.Seconds(), of(r.wall, runs[0].wall), r.cpu.Seconds(), of(r.cpu, runs[0].cpu), r.memory>>20)
	}
}

// write writes a file of 60-month leases under all three standards, in 900 groups.
func write(name, kind string, leases int) error {
	file, err := os.Create(name) //nolint:gosec // the file is in the temporary directory
	if err != nil {
		return fmt.Errorf("write leases: %w", err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	if kind == "csv" {
		fmt.Fprintln(out, "id,tag:entity,tag:department,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,annualEscalationPct,initialDirectCosts")
	}
	for i := range leases {
		lease(out, kind, i)
	}
	return errors.Join(out.Flush(), file.Close())
}

func lease(out io.Writer, kind string, i int) {
	format := `{"id":"L-%07d","tags":{"entity":"E%02d","department":"D%02d"},"standard":"%s","commencementDate":"%d-%02d-01","termMonths":60,` +
		`"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d,"annualEscalationPct":0.03,"initialDirectCosts":%d}` + "\n"
	if kind == "csv" {
		format = "L-%07d,E%02d,D%02d,%s,%d-%02d-01,60,%d.%02d,0.0%d,0.03,%d\n"
	}
	fmt.Fprintf(out, format, i, i%30, i/30%10, []string{"ASC_842", "IFRS_16", "GASB_87"}[i/300%3], 2024+i%3, i%12+1, 1000+i%90000, i%100, 100+i%899, i%5000)
}
