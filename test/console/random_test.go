package console

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// randomLeases returns the number of random leases that are compared.
func randomLeases() int {
	if testing.Short() {
		return 25
	}
	return 100
}

// pageFigures contains the amounts that the page shows.
type pageFigures struct {
	Figures  map[string]string
	Verdict  string
	Criteria map[string]string
	Schedule [][]string
	Journal  [][]string
	Notes    int
}

const readPage = `(() => {
	const text = (row) => [...row.cells].map((c) => c.textContent);
	const all = (selector) => [...document.querySelectorAll("#results " + selector)];
	return {
		figures: Object.fromEntries(all("data[data-figure]").map((e) => [e.dataset.figure, e.getAttribute("value")])),
		verdict: document.querySelector('[data-figure="verdict"]').textContent,
		criteria: Object.fromEntries(all("[data-criterion]").map((e) => [e.dataset.criterion, e.className])),
		schedule: [...document.querySelector("table.schedule").tBodies[0].rows].slice(1).map(text),
		journal: [...document.querySelector("table.journal").tBodies[0].rows].map(text),
		notes: all(".notes li").length,
	};
})()`

// apiAnswer is an API response. Each number keeps its text.
type apiAnswer struct {
	Result struct {
		Classification            string
		PeriodicRate              json.Number
		InitialLiability          json.Number
		InitialRouAsset           json.Number
		TotalUndiscountedPayments json.Number
		TotalLeaseCost            json.Number
		Schedule                  []struct {
			Period          int
			Date            string
			Payment         json.Number
			Interest        json.Number
			Principal       json.Number
			LiabilityClose  json.Number
			RouAmortization json.Number
			RouAssetClose   json.Number
			LeaseExpense    json.Number
		}
		Disclosures struct {
			WeightedAverageRemainingTermMonths json.Number
			WeightedAverageDiscountRate        json.Number
			TotalUndiscountedPayments          json.Number
			ImputedInterest                    json.Number
			CurrentLiability                   json.Number
			LongTermLiability                  json.Number
			MaturityAnalysis                   []struct {
				Year                 int
				UndiscountedPayments json.Number
			}
		}
		Notes []string
	}
	Classification struct {
		Criteria []struct {
			Key string
			Met bool
		}
	}
	JournalEntries []struct {
		Date  string
		Memo  string
		Lines []struct {
			Account       string
			Debit, Credit json.Number
		}
	}
}

// TestThePageShowsTheFiguresOfTheAPI checks, for random leases, that every amount in every table of
// the page equals the API's amount.
func TestThePageShowsTheFiguresOfTheAPI(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	b := s.open(t, desktop)
	b.visit("/")
	b.click("#t-sources") // hidden tables are read too; hiding them saves layout time
	key := ""
	for i, body := range leases.Some(6, randomLeases()) {
		if i%100 == 0 { // a new key, because the rate limit applies to each key
			key = s.key(t)
		}
		status, answer := s.ask(t, key, "compute", body)
		if status != 200 {
			t.Fatalf("the API answers %d: %s\n%s", status, answer, body)
		}
		var want apiAnswer
		if err := json.Unmarshal([]byte(answer), &want); err != nil {
			t.Fatal(err)
		}
		b.run(`window.computed = false; document.getElementById("results").addEventListener("computed", () => { window.computed = true; }, { once: true });
			location.hash = "` + formOf(t, body).Encode() + `&journalBy=period"`)
		b.until("window.computed")
		comparePage(t, body, eval[pageFigures](b, readPage), &want)
		if t.Failed() {
			return
		}
	}
}

func comparePage(t *testing.T, body string, got pageFigures, want *apiAnswer) {
	t.Helper()
	same := func(what, shown string, told json.Number) {
		t.Helper()
		if shown != string(told) {
			t.Errorf("%s: the page shows %q, the API says %q\n%s", what, shown, told, body)
		}
	}
	res, d := &want.Result, &want.Result.Disclosures
	for name, told := range map[string]json.Number{
		"initialLiability": res.InitialLiability, "initialRouAsset": res.InitialRouAsset, "totalLeaseCost": res.TotalLeaseCost,
		"totalUndiscountedPayments": res.TotalUndiscountedPayments, "imputedInterest": d.ImputedInterest, "periodicRate": res.PeriodicRate,
		"currentLiability": d.CurrentLiability, "longTermLiability": d.LongTermLiability,
		"weightedAverageRemainingTermMonths": d.WeightedAverageRemainingTermMonths, "weightedAverageDiscountRate": d.WeightedAverageDiscountRate,
	} {
		same(name, got.Figures[name], told)
	}
	for _, m := range d.MaturityAnalysis {
		if strings.Contains(body, "FRS_102") {
			break // the page combines several years in one row
		}
		same("maturity", got.Figures[fmt.Sprintf("maturity%d", m.Year)], m.UndiscountedPayments)
	}
	if len(want.Classification.Criteria) > 0 && !strings.EqualFold(got.Verdict, res.Classification+" lease") {
		t.Errorf("the page says %q, the API %q\n%s", got.Verdict, res.Classification, body)
	}
	for _, c := range want.Classification.Criteria {
		if shown := got.Criteria[c.Key]; (shown == "met") != c.Met {
			t.Errorf("%s: the page shows %q, the API says %v\n%s", c.Key, shown, c.Met, body)
		}
	}
	if len(got.Schedule) != len(res.Schedule) || got.Notes != len(res.Notes) {
		t.Fatalf("the page has %d rows and %d notes, the API %d and %d\n%s", len(got.Schedule), got.Notes, len(res.Schedule), len(res.Notes), body)
	}
	for i, row := range res.Schedule {
		shown := got.Schedule[i]
		if shown[0] != strconv.Itoa(row.Period) || !strings.HasPrefix(shown[1], row.Date) {
			t.Errorf("row %d is shown as %v\n%s", row.Period, shown[:2], body)
		}
		for j, told := range []json.Number{
			row.Payment, row.Interest, row.Principal, row.LiabilityClose, row.RouAmortization, row.RouAssetClose, row.LeaseExpense,
		} {
			same(fmt.Sprintf("row %d, column %d", row.Period, j+3), plain(shown[j+2]), told)
		}
	}
	var journal [][]string
	for _, e := range want.JournalEntries {
		journal = append(journal, []string{e.Date, e.Memo})
		for _, l := range e.Lines {
			journal = append(journal, []string{"", l.Account, side(l.Debit), side(l.Credit)})
		}
	}
	if len(journal) != len(got.Journal) {
		t.Fatalf("the journal has %d rows, want %d\n%s", len(got.Journal), len(journal), body)
	}
	for i, row := range journal {
		for j := range row {
			if shown := got.Journal[i][j]; shown != row[j] && plain(shown) != row[j] {
				t.Errorf("journal row %d is shown as %v, the API says %v\n%s", i, got.Journal[i], row, body)
			}
		}
	}
}

// side returns a debit or credit in the page's format. The cell on the opposite side must be empty.
func side(n json.Number) string {
	if n == "0.00" {
		return ""
	}
	return string(n)
}

// plain converts an amount from the page's notation to the API's.
func plain(shown string) string {
	digits := strings.ReplaceAll(shown, ",", "")
	if inner, negative := strings.CutPrefix(digits, "("); negative {
		return "-" + strings.TrimSuffix(inner, ")")
	}
	return digits
}
