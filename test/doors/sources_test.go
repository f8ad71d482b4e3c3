package doors

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// sources contains leases that use a rate table, components, tax, a calendar, a payment list,
// variable payments, subleases or initial application.
var sources = []string{
	`{"id":"rates","commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"currency":"EUR","tags":{"entity":"DE"},"discountRateBasis":"incremental",
		"discountRates":[{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051,"currency":"EUR","tags":{"entity":"DE"},"source":"Treasury"},
			{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055,"currency":"EUR","tags":{"entity":"DE"}}],
		"events":[{"date":"2027-03-01","type":"reassessment","termMonths":60}]}`,
	`{"id":"components","standard":"IFRS_16","commencementDate":"2026-01-20","termMonths":40,"paymentAmount":3000,"discountRateAnnual":0.05,"calendar":{"from":"2026-02-01"},
		"components":[{"name":"Floor","kind":"lease","standalonePrice":70},{"name":"Cleaning","kind":"service","standalonePrice":30}],"irrecoverableTaxRate":0.07,
		"events":[{"date":"2027-05-15","type":"modification","discountRateAnnual":0.06,
			"components":[{"name":"Floor","kind":"lease","standalonePrice":70},{"name":"Desks","kind":"lease","standalonePrice":10}]}]}`,
	`{"id":"variable","exemption":"short_term","commencementDate":"2026-01-01","termMonths":11,"paymentAmount":500,"discountRateAnnual":0.05,
		"variablePayments":[{"date":"2026-03-31","amount":81.24,"name":"Clicks"},{"date":"2026-06-30","amount":-12.4}],"subleaseIncome":[{"date":"2026-08-01","amount":40}]}`,
	`{"id":"applied","standard":"FRS_102","currency":"GBP","commencementDate":"2023-02-11","termMonths":84,"paymentAmount":12000,"discountRateAnnual":0.061,
		"discountRateBasis":"obtainable","paymentFrequency":"quarterly","calendar":{"days":"english_quarter_days"},
		"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":4321.09,"onerousProvision":500}}`,
	`{"id":"listed","standard":"GASB_96","commencementDate":"2026-07-01","termMonths":36,"paymentAmount":0,"discountRateAnnual":0.03,"paymentFrequency":"annual",
		"basis":{"discounting":"monthly"},"otherPayments":[{"date":"2026-07-15","amount":9000},{"date":"2027-07-15","amount":9300}]}`,
}

// METHOD 20.1: a rate table in the request, and the same table read from a CSV file by the command
// line, give the same report, both locally and over HTTP.
func TestMethod20_1_EveryReportInterfaceAcceptsARateTable(t *testing.T) {
	s := start(t)
	lease := func(id, more string) string {
		return fmt.Sprintf(`{"id":%q,"commencementDate":"2026-03-01","termMonths":48,"paymentAmount":1000,"currency":"EUR"%s}`, id, more)
	}
	all := "[" + strings.Join([]string{lease("A", ""), lease("B", `,"discountRateAnnual":0.04`), lease("C", `,"tags":{"entity":"DE"}`)}, ",") + "]"
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const rows = `[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.061,"currency":"EUR","tags":{"entity":"DE"},"source":"Bank, 12/2025"},
		{"validFrom":"2026-01-01","termMonths":36,"discountRateAnnual":0.051},{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.055}]`
	csv := put("rates.csv", "Valid from;Term (months);Rate %;Currency;tag:entity;Source\n2026-01-01;60;6,1;EUR;DE;Bank, 12/2025\n2026-01-01;36;5,1;;;\n2026-01-01;60;5,5;;;\n")
	json, leases := put("rates.json", rows), put("leases.json", all)
	reply, err := s.client.Do(t.Context(), wire.Call{Path: wire.Path("report"), Key: s.key(), Body: `{"from":"2026-01-01","to":"2026-12-31","leases":` + all + `,"discountRates":` + rows + `}`})
	if err != nil || reply.Status != http.StatusOK {
		t.Fatalf("%s, %v", reply, err)
	}
	want, err := figures(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, rate := range []string{`"discountRateAnnual":0.053`, `"discountRateAnnual":0.04`, `"discountRateAnnual":0.061`, `"source":"Bank, 12/2025"`} {
		if !strings.Contains(want, rate) {
			t.Errorf("the report does not have %s", rate)
		}
	}
	for door, args := range map[string][]string{
		"CSV":  {"--rates", csv},
		"JSON": {"--rates", json},
	} {
		lines, err := s.command(context.Background(), []string{"LEASEHOLD_KEY=" + s.fresh()}, "", append([]string{"report", leases, "--from", "2026-01-01", "--to", "2026-12-31"}, args...)...)
		if err != nil {
			t.Errorf("%s: %v", door, err)
			continue
		}
		if got, err := figures(lines[0]); err != nil || got != want {
			t.Errorf("%s:\n got %.900s\nwant %.900s\n%v", door, got, want, err)
		}
	}

	// A single lease has the same result whether it is computed locally or by the server.
	one := put("one.json", lease("A", ""))
	var answers []string
	for _, args := range [][]string{{}, {"--server", s.server.URL()}} {
		lines, err := s.command(t.Context(), []string{"LEASEHOLD_KEY=" + s.fresh()}, "", append([]string{"compute", one, "--rates", csv, "--format", "json"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := figures(bytes.Join(lines, nil))
		if err != nil || !strings.Contains(answer, `"discountRates":[{"date":"2026-03-01","discountRateAnnual":0.053,"rows":[1,2],"termMonths":48}]`) {
			t.Errorf("%v: %v, %.600s", args, err, answer)
		}
		answers = append(answers, answer)
	}
	if answers[0] != answers[1] {
		t.Errorf("over HTTP\n got %.900s\nwant %.900s", answers[1], answers[0])
	}
}
