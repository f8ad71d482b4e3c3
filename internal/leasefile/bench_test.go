package leasefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// BenchmarkRead compares reading leases from files with decoding their JSON.
func BenchmarkRead(b *testing.B) {
	const leases = 5000
	var csv, ndjson bytes.Buffer
	csv.WriteString("id,name,tag:entity,standard,commencementDate,termMonths,paymentAmount,discountRateAnnual,paymentFrequency,paymentTiming\n")
	book := excelize.NewFile()
	defer book.Close() //nolint:errcheck // it has no file
	head := []any{"id", "name", "tag:entity", "standard", "commencementDate", "termMonths", "paymentAmount", "discountRateAnnual", "paymentFrequency", "paymentTiming"}
	if err := book.SetSheetRow("Sheet1", "A1", &head); err != nil {
		b.Fatal(err)
	}
	var bodies [][]byte
	for i := range leases {
		fmt.Fprintf(&csv, "L-%d,Office %d,E%d,ASC_842,2026-01-01,60,%d.50,0.06,monthly,advance\n", i, i, i%7, 1000+i)
		body := fmt.Sprintf(`{"id":"L-%d","name":"Office %d","tags":{"entity":"E%d"},"standard":"ASC_842","commencementDate":"2026-01-01","termMonths":60,`+
			`"paymentAmount":%d.50,"discountRateAnnual":0.06,"paymentFrequency":"monthly","paymentTiming":"advance"}`, i, i, i%7, 1000+i)
		bodies = append(bodies, []byte(body))
		ndjson.WriteString(body + "\n")
		row := []any{fmt.Sprintf("L-%d", i), fmt.Sprintf("Office %d", i), fmt.Sprintf("E%d", i%7), "ASC_842", "2026-01-01", 60, float64(1000+i) + 0.5, 0.06, "monthly", "advance"}
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+2), &row); err != nil {
			b.Fatal(err)
		}
	}
	var xlsx bytes.Buffer
	if err := book.Write(&xlsx); err != nil {
		b.Fatal(err)
	}
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			for _, body := range bodies {
				if _, err := leasehold.Decode(body); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/leases, "ns/lease")
	})
	for name, file := range map[string]string{
		"csv": csv.String(), "csv in words": strings.NewReplacer("ASC_842", "US GAAP", "2026-01-01", "1/31/2026", ",0.06,", ",6.00%,").Replace(csv.String()),
		"ndjson": ndjson.String(), "xlsx": xlsx.String(),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f, err := leasefile.Open(strings.NewReader(file), leasefile.Options{})
				if err != nil {
					b.Fatal(err)
				}
				d, n := f.NewDecoder(), 0
				for c := new(leasefile.Chunk); ; {
					if err := f.Next(c); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						b.Fatal(err)
					}
					for row := range d.Rows(c) {
						if n++; row.Err != nil {
							b.Fatal(row.Err)
						}
					}
				}
				if n != leases {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/leases, "ns/lease")
		})
	}
}
