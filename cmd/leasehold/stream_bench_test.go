package main

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

// BenchmarkStreamOfLeases reads leases of 60 months in NDJSON, computes them and writes the results
// in NDJSON. The -cpu 1,2 flag compares the throughput with one and two processors.
func BenchmarkStreamOfLeases(b *testing.B) {
	var in bytes.Buffer
	for i := range b.N {
		fmt.Fprintf(&in, `{"standard":"%s","commencementDate":"2026-%02d-01","termMonths":60,"paymentAmount":%d.%02d,"discountRateAnnual":0.0%d,`+
			`"annualEscalationPct":0.03,"initialDirectCosts":%d}`+"\n",
			[]string{"ASC_842", "IFRS_16", "GASB_87"}[i%3], i%12+1, 1000+i, i%100, 100+i%899, i%5000)
	}
	b.ReportAllocs()
	b.ResetTimer()
	var stderr bytes.Buffer
	if code := run(b.Context(), []string{"compute", "--format", "ndjson"}, &in, io.Discard, &stderr); code != exitOK {
		b.Fatal(stderr.String())
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "leases/s")
}
