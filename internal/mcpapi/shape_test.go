package mcpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// connect returns a client for a server in the same process.
func connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	return connectTo(t, localServer(t))
}

// connectTo returns a client for the server.
func connectTo(t *testing.T, server *mcp.Server) *mcp.ClientSession {
	t.Helper()
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

// response is the result of a tool call.
type response struct {
	text   string
	object string // the structured result
	bytes  int    // length of the whole message in bytes
	failed bool
}

func askTool(t *testing.T, session *mcp.ClientSession, tool, arguments string) response {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	object, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := result.Content[0].(*mcp.TextContent)
	return response{content.Text, string(object), len(whole), result.IsError}
}

// leftOut returns the list of omissions in a structured result.
func (r response) leftOut(t *testing.T) []omission {
	t.Helper()
	var o struct{ LeftOut []omission }
	if err := json.Unmarshal([]byte(r.object), &o); err != nil {
		t.Fatal(err)
	}
	return o.LeftOut
}

// The list of tools has at most 6,000 tokens, also on a server that bills the calls. A token counts
// as four bytes. The list contains a lease's fields only once.
func TestToolsFitABudget(t *testing.T) {
	t.Parallel()
	for _, metered := range []bool{false, true} {
		server, err := newServer(options, computeLocally, metered)
		if err != nil {
			t.Fatal(err)
		}
		list, err := connectTo(t, server).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("metered %v: %d tools, %d bytes", metered, len(list.Tools), len(text))
		if len(text) > 24_000 {
			t.Errorf("metered %v: tools/list has %d bytes, at most 24000 are allowed", metered, len(text))
		}
		if n := strings.Count(string(text), `"rentSteps":`); n != 1 {
			t.Errorf("rentSteps is listed %d times", n)
		}
	}
}

// longest returns requests with long results, for leases of several kinds.
func longest() map[string]string {
	events, steps := make([]string, 50), make([]string, 200)
	for i := range events {
		events[i] = fmt.Sprintf(`{"type":"modification","date":"2026-%02d-%02d","discountRateAnnual":0.0%d}`, 2+i/20, 1+i%20, 500+i)
	}
	for i := range steps {
		steps[i] = fmt.Sprintf(`{"from":"%d-%02d-01","paymentAmount":%d}`, 2027+i/12, 1+i%12, 10001+i)
	}
	const lease = `"commencementDate":"2026-01-01","termMonths":240,"paymentAmount":10000,"discountRateAnnual":0.06`
	return map[string]string{
		"plain": `{` + strings.Replace(lease, "240", "1200", 1) + `}`, "events": `{` + lease + `,"events":[` + strings.Join(events, ",") + `]}`,
		"ifrs": `{` + lease + `,"standard":"IFRS_16","paymentTiming":"arrears"}`, "steps": `{` + lease + `,"rentSteps":[` + strings.Join(steps, ",") + `]}`,
	}
}

// leases returns n leases for a report as JSON.
func leases(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"L-%03d","standard":%q,"commencementDate":"2025-06-01","termMonths":%d,"paymentAmount":%d.25,"discountRateAnnual":0.06}`,
			i+1, []string{"ASC_842", "IFRS_16"}[i%2], 36+i, 12000+i)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// A response has at most 16,000 bytes unless the rows argument requests more rows. Each list in the
// structured result is either complete or absent. If a list is absent, leftOut contains its name
// and the argument that returns it.
func TestResponsesAreShortAndNameOmissions(t *testing.T) {
	t.Parallel()
	type question struct{ tool, arguments string }
	questions := []question{
		{"report_leases", `{"from":"2026-01-01","to":"2026-12-31","journal":"monthly","groupBy":["standard"],"leases":` + leases(200) + `}`},
		{"report_leases", `{"from":"2026-03-01","to":"2026-03-31","previous":{"leases":[{"id":"L-001","liability":1,"rouAsset":2,"accumulatedAmortization":0,"prepaidRent":0}]},"leases":` + leases(60) + `}`},
	}
	for _, lease := range longest() {
		for _, tool := range []string{"compute_lease", "lease_schedule", "journal_entries", "classify_lease", "compare_treatments"} {
			questions = append(questions, question{tool, lease})
		}
	}
	for i, q := range questions {
		t.Run(fmt.Sprint(i, " ", q.tool), func(t *testing.T) {
			t.Parallel()
			session := connect(t)
			r := askTool(t, session, q.tool, q.arguments)
			if r.failed || r.bytes > responseMax {
				t.Errorf("%s: %d bytes, %.300s", q.tool, r.bytes, r.text)
			}
			if strings.Contains(strings.ToLower(r.text), "left out") || strings.Contains(r.text, "structured result") {
				t.Errorf("%s: the text refers to the other part: %s", q.tool, r.text)
			}
			for _, o := range r.leftOut(t) {
				paged := askTool(t, session, q.tool, strings.Replace(q.arguments, "{", `{"page":"`+o.Argument["page"]+`",`, 1))
				if paged.failed || paged.bytes > 2*responseMax && !strings.Contains(paged.text, "elements 1 to 1 of ") || !strings.Contains(paged.text, "elements 1 to ") || o.Omitted < 1 {
					t.Errorf("%s, %+v: %d bytes, %.300s", q.tool, o, paged.bytes, paged.text)
				}
			}
		})
	}
	short := askTool(t, connect(t), "compute_lease", `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":10000,"discountRateAnnual":0.06}`)
	if strings.Contains(short.object, leftOutMember) || !strings.Contains(short.object, `"journalEntries"`) {
		t.Errorf("a short lease: %v", short.leftOut(t))
	}
}

// A list's pages together contain each element exactly once, in the structured result and in the text.
func TestPagesHaveEachElementOnce(t *testing.T) {
	t.Parallel()
	session := connect(t)
	seen := map[string]int{}
	next := "journalEntries"
	for pages := 0; next != "" && pages < 30; pages++ {
		r := askTool(t, session, "compute_lease", `{`+plain+`,"page":"`+next+`"}`)
		var o struct{ JournalEntries []struct{ Date, Memo string } }
		if err := json.Unmarshal([]byte(r.object), &o); err != nil || len(o.JournalEntries) == 0 {
			t.Fatalf("%v: %.300s", err, r.object)
		}
		for _, e := range o.JournalEntries {
			seen[e.Memo]++
			if !strings.Contains(r.text, `"`+e.Memo+`"`) {
				t.Errorf("%s is not in the text", e.Memo)
			}
		}
		next = ""
		if left := r.leftOut(t); left != nil {
			next = left[0].Argument["page"]
		}
	}
	if len(seen) != 61 {
		t.Errorf("%d entries", len(seen))
	}
	for memo, n := range seen {
		if n != 1 {
			t.Errorf("%s: %d times", memo, n)
		}
	}
	if r := askTool(t, session, "compute_lease", `{`+plain+`,"page":"journalEntries:99"}`); r.failed || !strings.Contains(r.text, "has 61 elements; there is no element 99") {
		t.Errorf("beyond the end: %s", r.text)
	}
}

// If the rows argument selects only some rows, the response says which rows it omits.
func TestSelectedRowsNameTheOmittedRows(t *testing.T) {
	t.Parallel()
	r := askTool(t, connect(t), "lease_schedule", `{`+plain+`,"rows":"first"}`)
	if got := fmt.Sprint(r.leftOut(t)); got != "[{schedule 48 map[page:schedule:1]}]" {
		t.Errorf("leftOut %s", got)
	}
}

// If a report has many entries, the text and the structured result contain totals by account and
// one line per lease. The amounts of each line add up to 0.
func TestEntriesOfManyLeasesAreAbbreviated(t *testing.T) {
	t.Parallel()
	const question = `{"from":"2026-03-01","to":"2026-03-31","journal":"monthly","leases":`
	if r := askTool(t, connect(t), "report_leases", question+leases(40)+`}`); r.failed || r.bytes > 16_000 {
		t.Errorf("%d bytes, %.200s", r.bytes, r.text)
	}
	m := converse(t, callTool("1", "report_leases", question+leases(40)+`}`))["1"].Result // converse does not decode the amounts
	r := response{text: m.Content[0].Text, object: string(m.StructuredContent)}
	var o struct {
		Entries struct {
			Accounts []string
			Totals   []struct{ Debits, Credits []json.Number }
			Leases   []struct {
				ID      string
				Amounts []json.Number
			}
		}
	}
	if err := json.Unmarshal([]byte(r.object), &o); err != nil || len(o.Entries.Leases) != 40 || len(o.Entries.Totals) != 1 {
		t.Fatalf("%v: %s", err, r.object)
	}
	cash := slices.Index(o.Entries.Accounts, "Cash")
	if got := o.Entries.Totals[0].Credits[cash]; got != "480790.00" {
		t.Errorf("cash %s", got)
	}
	for _, l := range o.Entries.Leases {
		sum := int64(0)
		line := l.ID
		for _, a := range l.Amounts {
			cents, err := json.Number(strings.Replace(string(a), ".", "", 1)).Int64()
			if err != nil {
				t.Fatal(err)
			}
			sum += cents
			line += " | " + string(a)
		}
		if sum != 0 || !strings.Contains(r.text+"\n", "\n"+line+"\n") {
			t.Errorf("%s adds up to %d cents; in the text: %v", line, sum, strings.Contains(r.text, line))
		}
	}
	for _, want := range []string{"\nThe report has 40 journal entries; to see them, set page to \"journalEntries\". Totals by account:\n", "\n- Cash: debit 0.00, credit 480790.00\n"} {
		if !strings.Contains(r.text, want) {
			t.Errorf("no %q in %s", want, r.text)
		}
	}
}

// The rows argument may be a month or a range of days. For a month, the result contains the journal
// entries of the month.
func TestSpec3_MCP_RowsOfAMonthAndOfDays(t *testing.T) {
	t.Parallel()
	session := connect(t)
	const lease = `"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":30000,"paymentFrequency":"quarterly","discountRateAnnual":0.06`
	for rows, want := range map[string]int{"month:2027-03": 1, "2027-01-01..2027-12-31": 4, "2027-03-31..2027-04-01": 2, "all": 20, "month:2040-01": 0} {
		r := askTool(t, session, "lease_schedule", `{`+lease+`,"rows":"`+rows+`"}`)
		if got := strings.Count(r.object, `"liabilityClose"`); got != want {
			t.Errorf("%s: %d rows, want %d: %.300s", rows, got, want, r.text)
		}
	}
	text := askTool(t, session, "journal_entries", `{`+lease+`,"rows":"month:2027-03"}`).text
	if !strings.Contains(text, "Entries to book from 2027-03-01 to 2027-03-31") || !strings.Contains(text, "\n2027-03-31 ") || !strings.Contains(text, "Dr ") {
		t.Errorf("what to book in March 2027: %s", text)
	}
	for _, month := range []string{"2025-12", "2040-01"} {
		text := askTool(t, session, "journal_entries", `{`+lease+`,"rows":"month:`+month+`"}`).text
		if !strings.Contains(text, "by calendar month: no entry.\n") || strings.Contains(text, "cost accrued") {
			t.Errorf("what to book in %s, outside the term: %s", month, text)
		}
	}
	for _, wrong := range []string{"month:2027-13", "month:2027", "2027-12-31..2027-01-01", "2027-01-01", "some"} {
		if r := askTool(t, session, "lease_schedule", `{`+lease+`,"rows":"`+wrong+`"}`); !r.failed || !strings.Contains(r.text, "rows") {
			t.Errorf("%s: %s", wrong, r.text)
		}
	}
}

// If a report has only one lease, the lease needs no ID.
func TestSpec3_MCP_AReportOfOneLeaseNeedsNoID(t *testing.T) {
	t.Parallel()
	session := connect(t)
	const lease = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06}`
	ask := func(leases string) response {
		return askTool(t, session, "report_leases", `{"from":"2026-01-01","to":"2026-03-31","journal":"monthly","leases":[`+leases+`]}`)
	}
	if r := ask(lease); r.failed || !strings.Contains(r.text, "Report on 1 lease") || !strings.Contains(r.text, "Journal entries") {
		t.Error(r.text)
	}
	if r := ask(lease + "," + lease); !r.failed || !strings.Contains(r.text, "id") {
		t.Errorf("two leases: %s", r.text)
	}
}

// Without an argument, the describe tool lists tools, fields, event types, standards and examples.
// The tool explains each of them, and terms of the accounting method. Unknown arguments and unknown
// names are errors.
func TestDescribeCoversToolsFieldsAndTerms(t *testing.T) {
	t.Parallel()
	session := connect(t)
	index := askTool(t, session, "describe", `{}`)
	if index.failed || index.bytes > responseMax {
		t.Fatalf("%d bytes: %.300s", index.bytes, index.text)
	}
	named := regexp.MustCompile(`[A-Za-z][A-Za-z_0-9]+`).FindAllString(index.text[strings.Index(index.text, "Fields of "):strings.Index(index.text, "The tool looks up")], -1)
	for _, what := range append(named, "modification", "IFRS_16", "gasb_87", "ifrs 16", "ReportRequest", "example office", "examples", "retainedShare",
		"report_leases", "compute_lease", "rows", "page", "idempotency_key", "rouAssetClose", "longTermLiability", "schedule", "extension", "quarter days", "short-term") {
		if strings.EqualFold(what, "fields") || what == "of" {
			continue
		}
		if r := askTool(t, session, "describe", `{"what":"`+what+`"}`); r.failed || len(r.text) < 40 || r.bytes > responseMax {
			t.Errorf("%s: %d bytes, %.200s", what, r.bytes, r.text)
		}
	}
	if text := askTool(t, session, "describe", `{"what":"theirs"}`).text; strings.Contains(text, "{") || !strings.Contains(text, "- initialLiability") {
		t.Errorf("theirs: %s", text)
	}
	for arguments, want := range map[string]string{
		`{"what":"rentStepz"}`: "what: ", `{"what":7}`: "what: must be a string", `{"what":"example nothing"}`: "what: ",
		`{"of":"rentSteps"}`: "of: is an unknown argument; use the argument \"what\"", `[]`: "arguments: must be an object",
	} {
		if r := askTool(t, session, "describe", arguments); !r.failed || !strings.Contains(r.text, want) {
			t.Errorf("%s: %s", arguments, r.text)
		}
	}
}

// METHOD 13.2: an event type's description lists the required fields, then the optional fields, and
// no other fields.
func TestDescribeListsTheMembersOfAnEvent(t *testing.T) {
	t.Parallel()
	session := connect(t)
	for i := range member.EventTypes {
		event := &member.EventTypes[i]
		text := askTool(t, session, "describe", `{"what":"`+event.Name+`"}`).text
		required, _, _ := strings.Cut(text, "Allowed:\n")
		for j := range member.Event {
			name := member.Event[j].Name
			may, must := event.States(name)
			if got := strings.Contains(text, "\n- "+name+": "); got != may {
				t.Errorf("%s: %s is listed: %v, want %v", event.Name, name, got, may)
			}
			if must && !strings.Contains(required, "Required:\n- "+name+": ") {
				t.Errorf("%s: %s is not listed as required", event.Name, name)
			}
		}
	}
}

// reportText returns the text of a report on two leases. One of the leases ended before the reporting period.
// The request also has the fields in the members argument.
func reportText(t *testing.T, members string) string {
	t.Helper()
	const terms = `"termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"standard":"IFRS_16","currency":"EUR"`
	r := askTool(t, connect(t), "report_leases", `{"from":"2027-03-01","to":"2027-03-31","leases":[{"id":"A","commencementDate":"2026-01-01",`+terms+
		`},{"id":"Z","tags":{"none":"none"},"commencementDate":"2024-01-01",`+terms+`}]`+members+`}`)
	if r.failed {
		t.Fatal(r.text)
	}
	return r.text
}

// A report's text contains the requested journal entries, including the entry that removes a lease of the
// previous closing. It contains no entries without lines.
func TestSpec3_MCP_EntriesOfAReportAreInItsText(t *testing.T) {
	t.Parallel()
	const gone = `,"previous":{"leases":[{"id":"GONE","liability":1,"rouAsset":2,"accumulatedAmortization":0,"prepaidRent":0}]}`
	text := reportText(t, `,"journal":"monthly"`+gone)
	for _, want := range []string{"\nA 2027-03-31 A: IFRS 16 lease", "\nGONE 2027-03-01 GONE: prior-period corrections of closings to ", "  Cr Right-of-use asset 2.00\n", "- IFRS 16, EUR: remaining term"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", text, want)
		}
	}
	if strings.Contains(text, "\nZ 2027-03-31") || strings.Contains(text, "finance") {
		t.Errorf("%s\nhas an entry without lines, or a finance lease", text)
	}
	if text := reportText(t, `,"ledger":[{"account":"Cash","balance":0}]`); strings.Contains(text, "Journal entries") {
		t.Errorf("%s\nhas entries that were not requested", text)
	}
}

// METHOD 22.3: a report's text names the accounts that differ from the trial balance, and explains
// the differences.
func TestMethod22_3_TheTextOfAReportTiesOut(t *testing.T) {
	t.Parallel()
	text := reportText(t, `,"groupBy":["standard"],"ledger":[{"account":"Lease liability","balance":-5,"key":{"standard":"IFRS_16"}},{"account":"Prepaid rent","balance":0,"key":{"standard":"IFRS_16"}}]`)
	for _, want := range []string{
		"\nThese accounts of the trial balance differ (debits are positive):\n", "\n- Lease liability (standard IFRS_16): ledger -5.00, Leasehold -", "\n- Interest expense (standard IFRS_16): ledger 0.00, Leasehold ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", text, want)
		}
	}
	if strings.Contains(text, "Prepaid rent") {
		t.Errorf("%s\nnames an account that agrees", text)
	}
	if text := reportText(t, `,"where":{"tag:none":"none"},"ledger":[{"account":"Cash","balance":0}]`); !strings.Contains(text, "\nThe trial balance agrees, account by account.\n") {
		t.Errorf("%s\nwant that it agrees", text)
	}
}

// METHOD 22.1: a report's text contains the comparative period.
func TestMethod22_1_TheTextOfAReportHasTheComparative(t *testing.T) {
	t.Parallel()
	text := reportText(t, `,"comparative":{"from":"2026-01-01","to":"2026-01-31"}`)
	if !strings.Contains(text, "\nComparative period from 2026-01-01 to 2026-01-31, restated:\nLease liability: additions 2") {
		t.Errorf("%s\nwant the comparative", text)
	}
}

// For a lease with events, the text contains the totals over the lease term, and the totals at
// commencement with the label "At commencement".
func TestTheTextHasTheTotalsOfTheLife(t *testing.T) {
	t.Parallel()
	text := askTool(t, connect(t), "compute_lease", `{`+plain+`,"events":[{"type":"modification","date":"2028-01-01","termMonths":96,"discountRateAnnual":0.07}]}`).text
	for _, want := range []string{"At commencement: Total undiscounted payments 600000.00,", "\nOver the life, with all events: payments 960000.00, interest ", ", lease expense 960000.00.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}
