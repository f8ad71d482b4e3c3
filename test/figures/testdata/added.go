// Command added computes a report and prints how each interface shows the amount liability.added,
// which the test has added to the list.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/client/answer"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["standard"],"leases":[` +
		`{"id":"A","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06},` +
		`{"id":"B","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06}]}`))
	if err != nil {
		return err
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		return err
	}
	added, _ := figure.Named("liability.added")
	total, _ := r.Sum.Total()
	fmt.Println("interest", total.Of(figure.LiabilityInterest))
	fmt.Println("sum", total.Of(added))

	form, err := r.Sum.MarshalBinary()
	if err != nil {
		return err
	}
	merged := portfolio.NewSum(nil)
	if err := merged.UnmarshalBinary(form); err != nil {
		return err
	}
	again, _ := merged.Total()
	fmt.Println("merged", again.Of(added))

	var read answer.ReportResponse
	if err := json.Unmarshal(r.Append(nil), &read); err != nil {
		return err
	}
	fmt.Println("client", read.Total.Of(added).Amount())

	var text bytes.Buffer
	page := report.NewPage(100, false)
	page.Portfolio(&report.Portfolio{From: q.From, To: q.To, Sum: r.Sum})
	if _, err := page.WriteTo(&text); err != nil {
		return err
	}
	fmt.Println("text", strings.Contains(text.String(), "Added"))
	for _, name := range []string{"csv", "xlsx"} {
		text.Reset()
		if err := export.Find(name).Write(&text, operations.Report.Name, r, export.Options{}); err != nil {
			return err
		}
		if name == "csv" {
			fmt.Println("csv", strings.Contains(text.String(), ",liability.added,"))
		}
	}
	book, err := excelize.OpenReader(&text)
	if err != nil {
		return err
	}
	for _, sheet := range []string{"Rollforwards", "Leases"} {
		cells, err := book.SearchSheet(sheet, "Added$", true)
		if err != nil {
			return err
		}
		fmt.Println(sheet, len(cells) > 0)
	}
	return nil
}
