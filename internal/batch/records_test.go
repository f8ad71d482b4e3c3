package batch

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/leasehold-accounting/leasehold/internal/leasecsv"
)

// spreadsheet has rows that end within quotation marks, rows that are wrong, and
// blank lines.
const spreadsheet = "id,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,name\r\n" +
	"A-1,ASC_842,2026-01-01,36,1000,0.06,\"two\r\nlines\"\r\n" +
	"A-2,ASC_842,2026-01-01,x,1000,0.06,\"a \"\"word\"\", quoted\"\r\n" +
	"\r\n" +
	"A-3,ASC_842,2026-01-01,36,1000,0.06,5\" pipe\n" +
	"\"A\n4\",IFRS_16,2026-01-01,36,1000,0.06,\n" +
	"A-5,ASC_842,2026-01-01,36,1000,0.06,last"

// Rows that are read in chunks are those that are read one after the other, with
// their lines, wherever the chunks and the reads end.
func TestRowsInChunksAreTheRowsOfTheFile(t *testing.T) {
	t.Parallel()
	whole, err := leasecsv.NewReader(strings.NewReader(spreadsheet))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for {
		row, err := whole.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintln(row.Line, row.ID, row.Lease, row.Err))
	}
	for leases := range 7 {
		for name, wrap := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader} {
			got, err := rowsOf(wrap(strings.NewReader(spreadsheet)), Size{Leases: leases + 1, Bytes: MaxLine})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, "") != strings.Join(want, "") {
				t.Errorf("chunks of %d, %s:\n%s\nwant\n%s", leases+1, name, got, want)
			}
		}
	}
}

func rowsOf(in io.Reader, size Size) (list []string, err error) {
	src, err := Records(in)
	if err != nil {
		return nil, err
	}
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

// A quotation mark that is never closed would take the rest of the file.
func TestRowWithoutEndIsRefused(t *testing.T) {
	t.Parallel()
	header, _, _ := strings.Cut(spreadsheet, "\n")
	if _, err := rowsOf(strings.NewReader(header+"\n\""+strings.Repeat("x\n", MaxLine)), ForLines); err == nil {
		t.Error("read")
	}
}
