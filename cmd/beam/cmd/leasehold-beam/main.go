// Command leasehold-beam computes a report on any number of leases using an engine that Apache Beam
// supports. The same program serves as that engine's worker.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/leasehold-accounting/leasehold/cmd/beam"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// Beam and its workers define additional flags in the same flag set.
var (
	from       = flag.String("from", "", "first `date` of the reporting period, yyyy-mm-dd")
	to         = flag.String("to", "", "last `date` of the reporting period, yyyy-mm-dd")
	groupBy    = flag.String("group_by", "", "group by these `names`, separated by commas: standard, classification, currency or tag:NAME")
	output     = flag.String("output", "", "write leases-NNNNNN.ndjson, refused.ndjson and totals.json to this `folder`, which every worker must be able to access")
	chunkBytes = flag.Int64("chunk_bytes", beam.ChunkBytes, "split the files into chunks of at most this many `bytes`")
	rates      = flag.String("exchange_rates", "", "read the exchange rates for leases in several currencies from this `file`: CSV, a workbook or JSON")
	present    = flag.String("presentation_currency", "", "translate all figures into the currency with this `code`")
	engine     = flag.String("engine", "prism", "`name` of the engine: prism (inside this process) or universal (the job server at -endpoint)")
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "leasehold-beam -from DATE -to DATE -output FOLDER [flags] leases.ndjson ...")
		flag.PrintDefaults()
	}
	flag.Parse()
	tidyWorker()
	sdk.Init() // in a worker process, Init does not return
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, flag.Args(), os.Stderr)
	stop()
	os.Exit(code)
}

// run computes a report on the leases in files and returns the exit status: 1 if the work failed or
// leases were rejected, 2 if the command line is invalid, and 0 otherwise.
func run(ctx context.Context, files []string, stderr io.Writer) int {
	p, folder, err := read(files)
	if err != nil {
		fmt.Fprintln(stderr, "leasehold-beam:", err)
		return 2
	}
	if err := work(ctx, p, folder); err != nil {
		fmt.Fprintln(stderr, "leasehold-beam:", err)
		return 1
	}
	refused, err := os.ReadFile(filepath.Join(folder, beam.Refused)) //nolint:gosec // the user chooses the directory
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "leasehold-beam:", err)
	default:
		fmt.Fprintf(stderr, "leasehold-beam: %d leases rejected: %s\n", bytes.Count(refused, []byte{'\n'}), filepath.Join(folder, beam.Refused))
	}
	return 1
}

// read builds the pipeline from the command line and returns its output directory.
func read(files []string) (*sdk.Pipeline, string, error) {
	if *output == "" {
		return nil, "", errors.New("-output: must name a folder")
	}
	q := beam.Question{From: *from, To: *to, Presentation: *present}
	if *groupBy != "" {
		q.GroupBy = strings.Split(*groupBy, ",")
	}
	var err error
	if q.ExchangeRates, err = exchangeRates(*rates); err != nil {
		return nil, "", err
	}
	// Workers run in a different working directory.
	if q.Output, err = filepath.Abs(*output); err != nil {
		return nil, "", err
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			return nil, "", err
		}
	}
	chunks, err := beam.Chunks(files, *chunkBytes)
	if err != nil {
		return nil, "", err
	}
	p, err := beam.Build(chunks, q)
	return p, q.Output, err
}

// exchangeRates returns a file's exchange rates as JSON, or "" without a file.
func exchangeRates(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	file, err := os.Open(name) //nolint:gosec // the user chooses the file
	if err != nil {
		return "", fmt.Errorf("-exchange_rates: %w", err)
	}
	defer file.Close() //nolint:errcheck // the file was only read, so no data can be lost
	table, err := leasefile.OpenExchangeRates(file, leasefile.Options{Name: name})
	switch {
	case err != nil:
		return "", fmt.Errorf("-exchange_rates: %s: %w", name, err)
	case table == nil:
		return "", fmt.Errorf("-exchange_rates: %s: the table has no rows", name)
	}
	return string(table.Append(nil)), nil
}

// work runs the pipeline on the engine.
func work(ctx context.Context, p *sdk.Pipeline, folder string) error {
	if err := beam.Prepare(folder); err != nil {
		return err
	}
	// Beam does not remove its temporary files.
	scratch, err := os.MkdirTemp("", "leasehold-beam.")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // an error only leaves a temporary directory behind
	if err := os.Setenv("TMPDIR", scratch); err != nil {
		return err
	}
	if *jobopts.WorkerBinary == "" { // otherwise Beam looks for the source code and compiles it
		self, err := os.Executable()
		if err != nil {
			return err
		}
		*jobopts.WorkerBinary = self
	}
	_, err = sdk.Run(ctx, *engine, p)
	return err
}

// tidyWorker cleans up after Beam's boot program. It removes the copy of the program that the boot
// program makes for each worker. It also ends a worker whose engine has ended, because the worker
// would otherwise wait forever.
func tidyWorker() {
	if mode := flag.Lookup("worker"); mode == nil || mode.Value.String() != "true" {
		return
	}
	if self, err := os.Executable(); err == nil {
		if copied, _ := filepath.Match("/tmp/bin*/worker", self); copied {
			_ = os.RemoveAll(filepath.Dir(self)) // a running program does not need its file
		}
	}
	boot := os.Getppid()
	go func() {
		for range time.Tick(time.Second) {
			if os.Getppid() != boot {
				os.Exit(0)
			}
		}
	}()
}
