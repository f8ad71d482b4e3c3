package workbook_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// The longest possible lease has 1,200 periods. The workbook of this lease must be written in less
// than two seconds and with less than 200 MB of memory.
func BenchmarkWorkbookOf1200Periods(b *testing.B) {
	r := compute(b, `{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.01}`)
	b.ReportAllocs()
	for b.Loop() {
		if err := workbook.Write(io.Discard, r, options); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB-from-system")
}
