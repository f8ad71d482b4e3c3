package batch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// spreadsheet is a CSV file with line breaks in quotation marks, invalid rows, and blank lines.
const spreadsheet = "id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,tag:note\r\n" +
	"A-1,ASC_842,2026-01-01,36,1000,0.06,\"two\r\nlines\"\r\n" +
	"A-2,ASC_842,2026-01-01,x,1000,0.06,\"a \"\"word\"\", quoted\"\r\n" +
	"\r\n" +
	"A-3,ASC_842,2026-01-01,36,1000,0.06,5\" pipe\n" +
	"\"A 4\",IFRS_16,2026-01-01,36,1000,0.06,\n" +
	"A-5,ASC_842,2026-01-01,36,1000,0.06,last"

// The chunks' rows equal the rows of the whole file, including their line numbers, regardless of where the
// chunks and the reads end.
func TestRowsInChunksAreTheRowsOfTheFile(t *testing.T) {
	t.Parallel()
	f, err := leasefile.Open(strings.NewReader(spreadsheet), leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var c leasefile.Chunk
	d := f.NewDecoder()
	var want []string
	for err = f.Next(&c); err == nil; err = f.Next(&c) {
		for row := range d.Rows(&c) {
			want = append(want, fmt.Sprintln(row.Place.Line, row.ID, row.Lease, row.Err))
		}
	}
	if len(want) != 5 {
		t.Fatalf("got %q", want)
	}
	for leases := range 7 {
		for name, wrap := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader} {
			f, err := leasefile.Open(wrap(strings.NewReader(spreadsheet)), leasefile.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := rowsOf(Leases(f), leases+1)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, "") != strings.Join(want, "") {
				t.Errorf("chunks of %d, %s:\n%s\nwant\n%s", leases+1, name, got, want)
			}
		}
	}
}

func rowsOf(src Source, size int) (list []string, err error) {
	for {
		var c Chunk
		switch err := src.Cut(&c, size); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, err
		}
		c.Each(func(it *Item) { list = append(list, fmt.Sprintln(it.Line, it.ID, it.Lease, it.Err)) })
	}
}

// Errors for list rows without a lease follow the leases, even if several goroutines decode the
// chunks.
func TestRowsWithoutALeaseComeLast(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var leases, steps strings.Builder
	leases.WriteString("id,commencementDate,termMonths,paymentAmount,discountRateAnnual\n")
	steps.WriteString("id,from,paymentAmount\n")
	for i := range 2000 {
		fmt.Fprintf(&leases, "L%d,2026-01-01,36,1000,0.06\n", i)
		fmt.Fprintf(&steps, "L%d,2027-01-01,1100\n", i)
	}
	steps.WriteString("X,2027-01-01,1100\n")
	for name, text := range map[string]string{"leases.csv": leases.String(), "steps.csv": steps.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := leasefile.OpenDir(dir, leasefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the files are only read, so closing them loses no data
	var last string
	good := 0
	start := func() func(*Chunk, *[]string) {
		return func(c *Chunk, out *[]string) {
			*out = (*out)[:0]
			c.Each(func(it *Item) {
				if it.Err == nil && len(it.Lease.RentSteps) == 1 {
					*out = append(*out, "good")
				} else {
					*out = append(*out, fmt.Sprint(it.Err))
				}
			})
		}
	}
	err = Run(t.Context(), Leases(f), 16, 4, start, func(_ *Chunk, out *[]string) error {
		for _, s := range *out {
			if last = s; s == "good" {
				good++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := `steps.csv, line 2002, id: lease "X" not found`; good != 2000 || last != want {
		t.Errorf("%d leases, then %s", good, last)
	}
}
