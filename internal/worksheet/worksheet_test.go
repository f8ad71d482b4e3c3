package worksheet

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

const officeLease = `{"id":"office-1","commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

// ask calls a function with arguments as JSON and returns either its result or its error message.
func ask(t *testing.T, name, arguments string) (rows [][]any, problem string) {
	t.Helper()
	var answer struct {
		Rows  [][]any
		Error string
	}
	d := json.NewDecoder(strings.NewReader(string(Answer(name, []byte(arguments)))))
	d.UseNumber()
	if err := d.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer.Rows, answer.Error
}

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// Given a lease as JSON, the functions return the same figures as the engine.
func TestFunctionsReturnTheEnginesAmounts(t *testing.T) {
	t.Parallel()
	lease, err := leasehold.Decode([]byte(officeLease))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	cell := "[[" + quote(officeLease) + "]]"
	for name, want := range map[string]string{
		"LIABILITY": r.InitialLiability.String(), "ASSET": r.InitialRouAsset.String(), "COST": r.TotalLeaseCost.String(),
		"CURRENT": r.Disclosures.CurrentLiability.String(),
	} {
		rows, problem := ask(t, name, "["+cell+"]")
		if problem != "" || len(rows) != 1 || fmt.Sprint(rows[0][0]) != want {
			t.Errorf("%s: %v %s, want %s", name, rows, problem, want)
		}
	}
	for i, day := range []string{`"2026-01-31"`, "46053", `"31 Jan 2026"`} { // the same day as text, as a serial number and in another date format
		rows, problem := ask(t, "BALANCE", "["+cell+",[["+day+"]]]")
		accrued := r.Schedule[0].LiabilityClose // rent is paid in advance, so this balance includes the month's interest
		if problem != "" || fmt.Sprint(rows[0][0]) != accrued.String() {
			t.Errorf("%d: %v %s, want %s", i, rows, problem, accrued)
		}
	}
	rows, problem := ask(t, "SCHEDULE", "["+cell+"]")
	if problem != "" || len(rows) != 61 || fmt.Sprint(rows[60][5]) != "0.00" || fmt.Sprint(rows[1][1]) != "2026-01-01" {
		t.Errorf("%d rows, %s: %v", len(rows), problem, rows)
	}
}

// A template row produces the same lease as a file that contains it. With headings, the columns may
// be in any order. Without headings, they must be in the template's order.
func TestATemplateRowIsALease(t *testing.T) {
	t.Parallel()
	want, _ := ask(t, "LIABILITY", "[[["+quote(officeLease)+"]]]")
	values := map[string]string{
		"id": `"office-1"`, "commencementDate": "46023", "termMonths": "60", "paymentAmount": "10000", "discountRateAnnual": "0.06",
	}
	var headings, row []string
	for _, h := range leasefile.TemplateSheets()[0].Headings {
		value := values[h.Member]
		if value == "" {
			value = `""`
		}
		headings, row = append(headings, quote(h.Text)), append(row, value)
	}
	plain := "[[[" + strings.Join(row, ",") + "]]]"
	slices.Reverse(headings)
	slices.Reverse(row)
	headed := "[[[" + strings.Join(headings, ",") + "],[" + strings.Join(row, ",") + "]]]"
	for _, arguments := range []string{plain, headed} {
		if got, problem := ask(t, "LIABILITY", arguments); problem != "" || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v %s, want %v\n%s", got, problem, want, arguments)
		}
	}
}

// Each month's entries balance. Together, the entries of all months are the lease's journal.
func TestTheEntriesOfAMonthBalance(t *testing.T) {
	t.Parallel()
	for _, month := range []string{`"2026-03"`, "46082", `"2026-03-15"`} {
		rows, problem := ask(t, "JOURNAL", "[[["+quote(officeLease)+"]],[["+month+"]]]")
		if problem != "" || len(rows) < 3 || fmt.Sprint(rows[1][0]) != "2026-03-31" || fmt.Sprint(rows[1][1]) != "office-1-202603" {
			t.Fatalf("%s: %v %s", month, rows, problem)
		}
		debit, credit := 0, 0
		for _, row := range rows[1:] {
			debit, credit = debit+cents(t, row[3]), credit+cents(t, row[4])
		}
		if debit != credit || debit == 0 {
			t.Errorf("%s: debits %d, credits %d", month, debit, credit)
		}
	}
}

func cents(t *testing.T, value any) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(strings.Replace(fmt.Sprint(value), ".", "", 1), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// If an argument is invalid, the result is an error message that names the field.
func TestErrorsNameTheField(t *testing.T) {
	t.Parallel()
	cell := "[[" + quote(officeLease) + "]]"
	for _, c := range []struct{ name, arguments, want string }{
		{"LIABILITY", `[[["{}"]]]`, "commencementDate: is required"},
		{"LIABILITY", `[[["hello"]]]`, "lease: a single cell must contain the lease as JSON"},
		{"LIABILITY", `[[["Commencement date","Payment","Term (months)","Discount rate"],[46023,-5,60,0.06]]]`, "Payment: "},
		{"LIABILITY", `[[["a"],["b"],["c"]]]`, "lease: must be one row"},
		{"LIABILITY", `[[[null]]]`, "lease: is required"},
		{"LIABILITY", `[]`, "lease: is required"},
		{"LIABILITY", "[" + cell + ",[[1]]]", "LIABILITY takes at most 1 argument"},
		{"LIABILITY", `{`, "the arguments must be cells"},
		{"BALANCE", "[" + cell + "]", "date: is required"},
		{"BALANCE", "[" + cell + `,[["soon"]]]`, "date: "},
		{"BALANCE", "[" + cell + `,[["2026-03"]]]`, `date: "2026-03" is a month; use a day, such as 2026-03-31`},
		{"CURRENT", "[" + cell + `,[["2026-03"]]]`, `date: "2026-03" is a month`},
		{"JOURNAL", "[" + cell + `,[["March 2026"]]]`, "15-Jan-2026, or a month such as 2026-03"},
		{"BALANCE", "[" + cell + `,[[{"type":"FormattedNumber","basicValue":"later"}]]]`, "later"},
		{"BALANCE", "[" + cell + `,[[1,2]]]`, "date: must be one cell"},
		{"JOURNAL", "[" + cell + ",[[null]]]", "month: is required"},
		{"PROFIT", "[" + cell + "]", "function PROFIT not found"},
	} {
		if rows, problem := ask(t, c.name, c.arguments); rows != nil || !strings.Contains(problem, c.want) {
			t.Errorf("%s(%s): %v %q, want %q", c.name, c.arguments, rows, problem, c.want)
		}
	}
}
