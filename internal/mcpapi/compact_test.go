package mcpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// compact is a client of the tools as agents get them by default.
func compact(t *testing.T) *mcp.ClientSession {
	t.Helper()
	server, err := NewLocal(Options{Version: "1", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	near, far := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// askTool calls a tool and returns its text, and its whole answer in JSON.
func askTool(t *testing.T, session *mcp.ClientSession, tool, arguments string) (text, whole string, failed bool) {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := result.Content[0].(*mcp.TextContent)
	return content.Text, string(encoded), result.IsError
}

// The default list of tools fits an agent's budget, and the schema of a lease is in it
// once, with every member of the contract.
func TestTheDefaultToolsAreShort(t *testing.T) {
	t.Parallel()
	list, err := compact(t).ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tools in %d bytes", len(list.Tools), len(text))
	const most = 32_000
	if len(text) > most {
		t.Errorf("tools/list has %d bytes, at most %d would do", len(text), most)
	}
	if n := strings.Count(string(text), `"rentSteps":`); n != 1 {
		t.Errorf("rentSteps is there %d times", n)
	}
	for _, member := range []string{"otherPayments", "events", "basis", "residualValueGuarantee"} {
		if !strings.Contains(string(text), `"`+member+`"`) {
			t.Errorf("no %s", member)
		}
	}
}

// longest are the longest leases of some shapes.
func longest() map[string]string {
	events := make([]string, 50)
	for i := range events {
		events[i] = fmt.Sprintf(`{"type":"modification","date":"2026-%02d-%02d","discountRateAnnual":0.0%d}`, 2+i/20, 1+i%20, 500+i)
	}
	const lease = `"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":10000,"discountRateAnnual":0.06`
	return map[string]string{
		"plain": `{` + lease + `}`, "events": `{` + lease + `,"events":[` + strings.Join(events, ",") + `]}`,
		"ifrs": `{` + lease + `,"standard":"IFRS_16","paymentTiming":"arrears"}`,
	}
}

// A default answer has at most 8,000 tokens of four bytes for any lease, and says what
// it left out.
func TestDefaultAnswersAreShort(t *testing.T) {
	t.Parallel()
	session := compact(t)
	for name, lease := range longest() {
		for _, tool := range []string{"compute_lease", "lease_schedule", "journal_entries", "classify_lease", "compare_treatments"} {
			text, whole, failed := askTool(t, session, tool, lease)
			if failed || len(whole) > 32_000 {
				t.Errorf("%s of %s: %d bytes; %.200s", tool, name, len(whole), text)
			}
			if tool == "compute_lease" && (!strings.Contains(text, "Left out of the structured result") || !strings.Contains(text, "of schedule") || !strings.Contains(text, "\n100 | ")) {
				t.Errorf("%s of %s: %.2000s", tool, name, text)
			}
		}
	}
	leases := make([]string, 200)
	for i := range leases {
		leases[i] = fmt.Sprintf(`{"id":"L-%d","commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":%d,"discountRateAnnual":0.06}`, i, 12+i, 1000+i)
	}
	text, whole, failed := askTool(t, session, "report_leases", `{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","leases":[`+strings.Join(leases, ",")+`]}`)
	if failed || len(whole) > 32_000 || !strings.Contains(text, "moved most") || strings.Count(text, "L-") < 10 {
		t.Errorf("a report: %d bytes; %.2000s", len(whole), text)
	}
	short, _, _ := askTool(t, session, "compute_lease", `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":10000,"discountRateAnnual":0.06}`)
	if strings.Contains(short, "Left out") {
		t.Errorf("a short lease: %s", short)
	}
}

// Rows takes a month and days, and the entries of a month are those to book
// in it.
func TestSpec3_MCP_RowsOfAMonthAndOfDays(t *testing.T) {
	t.Parallel()
	session := compact(t)
	const lease = `"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":30000,"paymentFrequency":"quarterly","discountRateAnnual":0.06`
	count := func(rows string) int {
		t.Helper()
		_, whole, failed := askTool(t, session, "lease_schedule", `{`+lease+`,"rows":"`+rows+`"}`)
		if failed {
			t.Errorf("%s: %.300s", rows, whole)
		}
		return strings.Count(whole, `"liabilityClose"`)
	}
	for rows, want := range map[string]int{"month:2027-03": 1, "2027-01-01..2027-12-31": 4, "2027-03-31..2027-04-01": 2, "all": 20, "month:2040-01": 0} {
		if got := count(rows); got != want {
			t.Errorf("%s: %d rows, want %d", rows, got, want)
		}
	}
	text, _, _ := askTool(t, session, "journal_entries", `{`+lease+`,"rows":"month:2027-03"}`)
	if !strings.Contains(text, "To book from 2027-03-01 to 2027-03-31") || !strings.Contains(text, "2027-03-31") || !strings.Contains(text, "Dr ") {
		t.Errorf("what to book in March 2027: %s", text)
	}
	for _, month := range []string{"2025-12", "2040-01"} {
		text, _, _ := askTool(t, session, "journal_entries", `{`+lease+`,"rows":"month:`+month+`"}`)
		if !strings.Contains(text, "by calendar month: nothing.\n") || strings.Contains(text, "cost accrued") {
			t.Errorf("what to book in %s, outside the term: %s", month, text)
		}
	}
	for _, wrong := range []string{"month:2027-13", "month:2027", "2027-12-31..2027-01-01", "2027-01-01", "some"} {
		if text, _, failed := askTool(t, session, "lease_schedule", `{`+lease+`,"rows":"`+wrong+`"}`); !failed || !strings.Contains(text, "rows") {
			t.Errorf("%s: %s", wrong, text)
		}
	}
}

// The id may be absent in a report of one lease.
func TestSpec3_MCP_AReportOfOneLeaseNeedsNoID(t *testing.T) {
	t.Parallel()
	session := compact(t)
	const lease = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`
	ask := func(leases string) (string, bool) {
		text, _, failed := askTool(t, session, "report_leases", `{"from":"2026-01-01","to":"2026-03-31","journal":"monthly","leases":[`+leases+`]}`)
		return text, failed
	}
	text, failed := ask(lease)
	if failed || !strings.Contains(text, "Report on 1 lease") {
		t.Error(text)
	}
	if !strings.Contains(text, "Journal entries") || !strings.Contains(text, "Dr ") { // entries of a report are in its text
		t.Errorf("no entries: %s", text)
	}
	if text, failed := ask(lease + "," + lease); !failed || !strings.Contains(text, "id") {
		t.Errorf("two leases: %s", text)
	}
}

// The tool describe knows every member, event type, standard and example, and names
// them.
func TestDescribeKnowsTheContract(t *testing.T) {
	t.Parallel()
	session := compact(t)
	index, _, failed := askTool(t, session, "describe", `{}`)
	if failed || len(index) > 32_000 {
		t.Fatalf("%d bytes: %.300s", len(index), index)
	}
	for _, what := range []string{
		"rentSteps", "termMonths", "basis", "modification", "impairment", "IFRS_16", "gasb_87", "ReportRequest", "Lease", "theirs", "groupBy", "example office", "examples", "retainedShare",
	} {
		text, whole, failed := askTool(t, session, "describe", `{"what":"`+what+`"}`)
		if failed || len(text) < 40 || len(whole) > 32_000 {
			t.Errorf("%s: %d bytes, %.200s", what, len(whole), text)
		}
	}
	for line := range strings.Lines(index) {
		name, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ":")
		if !ok || !strings.HasPrefix(line, "- ") {
			continue
		}
		if text, whole, failed := askTool(t, session, "describe", `{"what":"`+name+`"}`); failed || len(whole) > 32_000 {
			t.Errorf("%s: %d bytes, %.200s", name, len(whole), text)
		}
	}
	for _, wrong := range []string{`{"what":"rentStep"}`, `{"what":7}`, `{"what":"example nothing"}`} {
		if text, _, failed := askTool(t, session, "describe", wrong); !failed || !strings.Contains(text, "what") {
			t.Errorf("%s: %s", wrong, text)
		}
	}
}

// METHOD 13.2: what is said of a type of event are the members that it states, those that
// it has to first, and no others.
func TestDescribeSaysWhatAnEventStates(t *testing.T) {
	t.Parallel()
	session := compact(t)
	for i := range member.EventTypes {
		event := &member.EventTypes[i]
		text, _, failed := askTool(t, session, "describe", `{"what":"`+event.Name+`"}`)
		if failed {
			t.Fatalf("%s: %s", event.Name, text)
		}
		required, _, _ := strings.Cut(text, "Allowed:\n")
		for j := range member.Event {
			name := member.Event[j].Name
			may, must := event.States(name)
			if got := strings.Contains(text, "\n- "+name+": "); got != may {
				t.Errorf("%s: %s is listed: %v, want %v", event.Name, name, got, may)
			}
			if must && !strings.Contains(required, "Required:\n- "+name+": ") {
				t.Errorf("%s: %s is not said to be required", event.Name, name)
			}
		}
	}
}

// reportText is the text of a report of two leases, one of which ended before the span.
func reportText(t *testing.T, members string) string {
	t.Helper()
	const terms = `"termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"standard":"IFRS_16","currency":"EUR"`
	text, _, failed := askTool(t, compact(t), "report_leases", `{"from":"2027-03-01","to":"2027-03-31","leases":[{"id":"A","commencementDate":"2026-01-01",`+terms+
		`},{"id":"Z","commencementDate":"2024-01-01",`+terms+`}]`+members+`}`)
	if failed {
		t.Fatal(text)
	}
	return text
}

// Entries of a report are in its text: those of a lease that was signed and is no longer
// stated too, none without lines, and none that nobody asked for.
func TestSpec3_MCP_EntriesOfAReportAreInItsText(t *testing.T) {
	t.Parallel()
	const gone = `,"previous":{"leases":[{"id":"GONE","liability":1,"rouAsset":2,"accumulatedAmortization":0,"prepaidRent":0}]}`
	text := reportText(t, `,"journal":"monthly"`+gone)
	for _, want := range []string{"\nA 2027-03-31 A: IFRS 16 lease", "\nGONE 2027-03-01 GONE: correction of what was signed", "  Cr Right-of-use asset 2.00\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", text, want)
		}
	}
	if strings.Contains(text, "\nZ 2027-03-31") {
		t.Errorf("%s\nhas an entry without lines", text)
	}
	if text := reportText(t, `,"ledger":[{"account":"Cash","balance":0}]`); strings.Contains(text, "Journal entries") {
		t.Errorf("%s\nhas entries without journal", text)
	}
}

// The text of a report that ties out names the accounts that differ, with what explains it.
func TestMethod22_3_TheTextOfAReportTiesOut(t *testing.T) {
	t.Parallel()
	text := reportText(t, `,"groupBy":["standard"],"ledger":[{"account":"Lease liability","balance":-5,"key":{"standard":"IFRS_16"}},{"account":"Prepaid rent","balance":0,"key":{"standard":"IFRS_16"}}]`)
	for _, want := range []string{
		"\nAccounts of the trial balance that differ, debits positive:\n", "\n- Lease liability (standard IFRS_16): ledger -5.00, Leasehold -", "\n- Interest expense (standard IFRS_16): ledger 0.00, Leasehold ",
		` The difference equals the balance of lease "A", which the ledger may lack.`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", text, want)
		}
	}
	if strings.Contains(text, "Prepaid rent") {
		t.Errorf("%s\nnames an account that agrees", text)
	}
	before := `,"where":{"tag:none":"none"},"ledger":[{"account":"Cash","balance":0}]`
	if text := reportText(t, before); !strings.Contains(text, "\nThe trial balance agrees, account by account.\n") {
		t.Errorf("%s\nwant that it agrees", text)
	}
}

// The comparative is in the text of a report as everywhere a report is shown.
func TestMethod22_1_TheTextOfAReportHasTheComparative(t *testing.T) {
	t.Parallel()
	own := reportText(t, `,"comparative":{"from":"2026-01-01","to":"2026-01-31"}`)
	if !strings.Contains(own, "\nThe same leases from 2026-01-01 to 2026-01-31, the comparative:\nLease liability: additions 2") {
		t.Errorf("%s\nwant the comparative", own)
	}
}
