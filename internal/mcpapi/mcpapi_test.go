package mcpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

var options = Options{Version: "1.0.0", Log: slog.New(slog.DiscardHandler)}

const plain = `"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06`

// message is a decoded message that keeps amounts and other JSON values as text.
type message struct {
	ID     json.RawMessage
	Error  *struct{ Message string }
	Result struct {
		Meta              map[string]json.RawMessage `json:"_meta"`
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
		Tools             []tooling
		Contents          []struct{ Text string }
		Messages          []struct{ Content struct{ Text string } }
		Capabilities      map[string]json.RawMessage
	}
}

type tooling struct {
	Name, Description string
	InputSchema       json.RawMessage
	Annotations       map[string]any
}

var sharedLocal = sync.OnceValues(func() (*mcp.Server, error) { return NewLocal(options) })

// localServer returns the local server that the tests share. Each test has its own sessions.
func localServer(t *testing.T) *mcp.Server {
	t.Helper()
	server, err := sharedLocal()
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// converse sends requests in one session through standard input and output. It returns the responses by request
// ID.
func converse(t *testing.T, requests ...string) map[string]message {
	t.Helper()
	in := `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + strings.Join(requests, "\n") + "\n"
	var out bytes.Buffer
	if err := RunStdio(t.Context(), localServer(t), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	answers := map[string]message{}
	for d := json.NewDecoder(&out); ; {
		var m message
		if err := d.Decode(&m); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		answers[strings.Trim(string(m.ID), `"`)] = m
	}
	if len(answers) != len(requests)+1 {
		t.Errorf("%d answers to %d requests", len(answers), len(requests)+1)
	}
	return answers
}

func callTool(id, name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, arguments)
}

// object returns an operation's response to a lease as a JSON object.
func object(t *testing.T, op *operations.Operation, lease string) string {
	t.Helper()
	r, err := op.Compute(t.Context(), []byte(lease))
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Append(nil))
}

// bodies contains a valid request body for each request schema. All bodies contain the same lease.
var bodies = map[string]string{
	"Lease":          "{" + plain + "}",
	"CompareRequest": "{" + plain + "}",
	"ReportRequest":  `{"from":"2026-01-01","to":"2026-12-31","leases":[{"id":"a",` + plain + `}],"groupBy":["standard"]}`,
	"VerifyRequest":  `{"lease":{` + plain + `},"theirs":{"initialLiability":519841.89}}`,
}

// If the rows argument is "all", the structured result of a tool equals the operation's JSON object, digit for
// digit. The text contains the most important amounts.
func TestToolsReturnTheEnginesAmounts(t *testing.T) {
	t.Parallel()
	ofLease := []string{"ASC 842 operating lease: 60 months", "Classification: operating. 0 of the 5 criteria", "Notes:\n- The initial liability includes the 10,000.00 payment"}
	measured := append(slices.Clip(ofLease), "Lease liability at commencement 519841.89")
	texts := map[*operations.Operation][]string{
		operations.Compute: measured, operations.Schedule: measured, operations.JournalEntries: measured, operations.Classify: ofLease,
		operations.Report: {
			"Report on 1 lease from 2026-01-01 to 2026-12-31.\n", ", accumulated amortization ", "Lease liability: additions 519841.89, interest 28090.31, payments 120000.00, closing 427932.20.",
			"- standard ASC_842, 1 lease: lease liability 427932.20", "- ASC 842, operating: remaining term in months 48, discount rate 0.06",
		},
		operations.Verify: {"The schedule agrees: all of the 1 figures compared are within rounding."},
		operations.Compare: {
			"ASC 842 operating | 519841.89 | 519841.89 | 600000.00 | ", "\nGASB 87 | ", "Lease expense by lease year", "\n1 | 120000.00 | ", "Notes on every treatment:\n- ", "Notes on GASB 87:\n- ",
		},
	}
	var requests []string
	for _, op := range operations.All() {
		requests = append(requests, callTool(op.Tool, op.Tool, strings.Replace(bodies[op.Request], "{", `{"rows":"all",`, 1)))
	}
	answers := converse(t, requests...)
	for _, op := range operations.All() {
		got := answers[op.Tool].Result
		if want := object(t, op, bodies[op.Request]); string(got.StructuredContent) != want {
			t.Errorf("%s: got %.300s\nwant %.300s", op.Tool, got.StructuredContent, want)
		}
		for _, want := range texts[op] {
			if text := got.Content[0].Text; !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", op.Tool, want, text)
			}
		}
		if len(texts[op]) == 0 {
			t.Errorf("%s: its text is not tested", op)
		}
		if len(got.Meta) != 0 {
			t.Errorf("%s: _meta %v of a local response", op.Tool, got.Meta)
		}
	}
}

// A result's text shows amounts with the number of decimals of the lease's currency.
func TestTextsAreInTheCurrencyOfTheLease(t *testing.T) {
	t.Parallel()
	yen := `"currency":"JPY",` + plain
	answers := converse(t,
		callTool("c", "compute_lease", `{`+yen+`,"events":[{"date":"2027-01-01","type":"impairment","impairmentLoss":1000}]}`),
		callTool("r", "report_leases", `{"from":"2026-01-01","to":"2026-01-31","leases":[{"id":"a",`+yen+`}]}`),
		callTool("v", "verify_schedule", `{"lease":{`+yen+`},"theirs":{"initialLiability":5}}`),
		callTool("t", "compare_treatments", `{`+yen+`}`))
	for id, want := range map[string]string{
		"c": "Lease liability at commencement 519842 (", "r": "Lease liability: additions 519842, interest 2549, payments 10000, closing 512391.",
		"v": "- initialLiability: recomputed 519842, reported 5, difference -519837", "t": "ASC 842 operating | 519842 | 519842 | 600000 |",
	} {
		if got := answers[id].Result.Content[0].Text; !strings.Contains(got, want) {
			t.Errorf("%s: no %q in %s", id, want, got)
		}
	}
	if got := answers["c"].Result.Content[0].Text; !strings.Contains(got, "Event 2027-01-01, impairment: liability ") {
		t.Errorf("no event in %s", got)
	}
}

// METHOD 20.2, 20.3: a schedule's text contains the amounts of non-lease services and of tax.
func TestMethod20_2_TheTextHasServicesAndTax(t *testing.T) {
	t.Parallel()
	answer := converse(t, callTool("c", "lease_schedule", `{"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":1000,"discountRateAnnual":0.06,`+
		`"irrecoverableTaxRate":0.2,"variablePayments":[{"date":"2026-01-05","amount":4}],`+
		`"components":[{"name":"Floor","kind":"lease","standalonePrice":7},{"name":"Cleaning","kind":"service","standalonePrice":3}]}`))["c"].Result.Content[0].Text
	for _, want := range []string{" | liability | asset | variable lease cost | non-lease components | irrecoverable tax\n", " | 4.00 | 300.00 | 200.00\n", " | 0.00 | 300.00 | 200.00\n"} {
		if !strings.Contains(answer, want) {
			t.Errorf("no %q in %s", want, answer)
		}
	}
}

// The error about an invalid lease in a report contains the lease's path and ID.
func TestAnInvalidLeaseOfAReportIsNamed(t *testing.T) {
	t.Parallel()
	body := `{"from":"2026-01-01","to":"2026-01-31","leases":[{"id":"a",` + plain + `},{"id":"b",` + plain + `,"termMonths":"x"}]`
	answers := converse(t, callTool("stop", "report_leases", body+"}"), callTool("skip", "report_leases", body+`,"onError":"skip"}`))
	const fault = `leases[1].termMonths: `
	if got := answers["stop"].Result; !got.IsError || !strings.HasPrefix(got.Content[0].Text, "invalid_request: "+fault) || !strings.Contains(got.Content[0].Text, `(lease "b")`) {
		t.Errorf("got %v", got.Content)
	}
	if got := answers["skip"].Result; got.IsError || !strings.Contains(got.Content[0].Text, "These leases were skipped because of errors:\n- "+fault) {
		t.Errorf("got %v", got.Content)
	}
}

// The rows argument selects rows of the schedule and of the journal. The structured result contains
// these rows unchanged, and the text contains the same rows.
func TestRowsBoundTheSchedule(t *testing.T) {
	t.Parallel()
	cases := []struct {
		rows    string
		lease   string
		periods []int
	}{
		{"all", `"termMonths":3`, []int{1, 2, 3}},
		{"first", `"termMonths":30`, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		{"last", `"termMonths":30`, []int{19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30}},
		{"yearly", `"termMonths":30`, []int{12, 24, 30}},
		{"yearly", `"termMonths":28,"paymentFrequency":"quarterly"`, []int{4, 8, 10}},
		{"yearly", `"termMonths":25,"paymentFrequency":"annual"`, []int{1, 2, 3}},
		{"first", `"termMonths":2`, []int{1, 2}},
		{"last", `"termMonths":1`, []int{1}},
	}
	const lease = `{"commencementDate":"2026-01-31","paymentAmount":10,"discountRateAnnual":0.5,`
	var requests []string
	for i, tt := range cases {
		for id, tool := range map[string]string{"s": "lease_schedule", "j": "journal_entries", "c": "compute_lease"} {
			requests = append(requests, callTool(fmt.Sprint(id, i), tool, lease+tt.lease+`,"rows":"`+tt.rows+`"}`))
		}
	}
	answers := converse(t, requests...)
	for i, tt := range cases {
		of := func(id string) message { return answers[fmt.Sprint(id, i)] }
		var all, got struct {
			Schedule       []json.RawMessage
			JournalEntries []json.RawMessage
			Result         struct{ Schedule []json.RawMessage }
		}
		for _, pair := range []struct {
			text string
			into any
		}{
			{object(t, operations.Compute, lease+tt.lease+"}"), &all},
			{string(of("c").Result.StructuredContent), &got},
			{string(of("s").Result.StructuredContent), &got},
		} {
			if err := json.Unmarshal([]byte(pair.text), pair.into); err != nil {
				t.Fatal(err)
			}
		}
		var schedule, journal []string
		journal = append(journal, string(all.JournalEntries[0]))
		for _, p := range tt.periods {
			schedule = append(schedule, string(all.Result.Schedule[p-1]))
			journal = append(journal, string(all.JournalEntries[p]))
		}
		for name, pair := range map[string][2]any{
			"compute": {texts(got.Result.Schedule), schedule}, "schedule": {texts(got.Schedule), schedule}, "journal of compute": {texts(got.JournalEntries), journal},
		} {
			if fmt.Sprint(pair[0]) != fmt.Sprint(pair[1]) {
				t.Errorf("%s, %s: %s\n got %s\nwant %s", tt.rows, tt.lease, name, pair[0], pair[1])
			}
		}
		if n := strings.Count(of("s").Result.Content[0].Text, " | 20"); n != 2*len(tt.periods) {
			t.Errorf("%s, %s: the text has %d rows:\n%s", tt.rows, tt.lease, n, of("s").Result.Content[0].Text)
		}
		if n := strings.Count(of("j").Result.Content[0].Text, ", period "); n != len(tt.periods) {
			t.Errorf("%s, %s: the text has %d entries", tt.rows, tt.lease, n)
		}
	}
}

func texts(raw []json.RawMessage) (out []string) {
	for _, r := range raw {
		out = append(out, string(r))
	}
	return out
}

// The error for an invalid argument contains the name of the argument, the reason and the allowed
// values. The session continues after the error.
func TestWrongArgumentsNameTheFieldAndTheFix(t *testing.T) {
	t.Parallel()
	cases := [][2]string{
		{`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":"6%"}`, `discountRateAnnual: must be a number`},
		{`{` + plain + `,"rows":"some"}`, `rows: "some" is not allowed; use all, first, last, yearly`},
		{
			`{"commencementDate":"2026-01-01","termMonths":60,"discountRateAnnual":6,"rows":12}`,
			`rows: 12 is not allowed; use all, first, last, yearly, a month such as month:2027-03 or days such as 2027-01-01..2027-12-31; discountRateAnnual: 6 is out of range`,
		},
		{`{` + plain + `,"page":"schedule:1"}`, `page: "schedule:1" is not allowed; write a list and the number of its first element, as in journalEntries:13; the lists are journalEntries, result.schedule`},
		{`{` + plain + `,"page":"journalEntries:0"}`, `page: "journalEntries:0" is not allowed`},
		{`{` + plain + `,"idempotency_key":7}`, `idempotency_key: must be a string of 1 to 255 visible ASCII characters; got 7`},
		{`null`, `commencementDate: is required`},
		{`{` + plain + `,"specializedAsset":"` + strings.Repeat("x", 70000) + `"}`, `body: must have at most 65536 bytes`},
	}
	var requests []string
	for i, c := range cases {
		requests = append(requests, callTool(fmt.Sprint(i), "compute_lease", c[0]))
	}
	answers := converse(t, append(requests, callTool("after", "classify_lease", "{"+plain+"}"))...)
	for i, c := range cases {
		got := answers[fmt.Sprint(i)].Result
		if !got.IsError || len(got.Content) != 1 || !strings.HasPrefix(got.Content[0].Text, "invalid_request: "+c[1]) || got.StructuredContent != nil {
			t.Errorf("%.100s: got %.300s, want %s", c[0], got.Content, c[1])
		}
	}
	if answers["after"].Result.IsError {
		t.Error("the next call failed")
	}
}

// The rows and idempotency_key arguments may be null, and may be at any position among the fields.
func TestRowsAndKeyAreNotPartOfTheLease(t *testing.T) {
	t.Parallel()
	answers := converse(t,
		callTool("null", "classify_lease", `{"rows":null,"page":null,"idempotency_key":null,`+plain+`}`),
		callTool("both", "classify_lease", `{"rows":"all",`+plain+`,"idempotency_key":"k"}`))
	want := object(t, operations.Classify, "{"+plain+"}")
	for id, a := range answers {
		if id != "hello" && string(a.Result.StructuredContent) != want {
			t.Errorf("%s: %s", id, a.Result.Content)
		}
	}
}

// The tool schemas allow everything that the API contract allows. They contain every argument that most leases
// need, with its allowed values, and no field outside the contract.
func TestToolSchemasMatchTheContract(t *testing.T) {
	t.Parallel()
	listed := converse(t, `{"jsonrpc":"2.0","id":"list","method":"tools/list"}`)["list"].Result.Tools
	if len(listed) != len(operations.All())+1 { // there is one tool for each operation, and the describe tool
		t.Fatalf("%d tools", len(listed))
	}
	for _, op := range operations.All() {
		tool := listed[slices.IndexFunc(listed, func(l tooling) bool { return l.Name == op.Tool })]
		input := compile(t, tool.InputSchema)
		for _, lease := range []string{
			plain,
			`"standard":"GASB_87",` + plain + `,"transfersOwnership":true,"annualEscalationPct":1`,
			plain + `,"currency":"KWD","tags":{"entity":"E"},"events":[{"date":"2027-01-01","type":"impairment","impairmentLoss":1}]`,
		} {
			body := strings.ReplaceAll(bodies[op.Request], plain, lease)
			if err := input.Validate(parse(t, []byte(body))); err != nil {
				t.Errorf("%s: %v", tool.Name, err)
			}
		}
		if err := input.Validate(parse(t, []byte(`{}`))); err == nil {
			t.Errorf("%s: the schema accepts an empty request", tool.Name)
		}
		if strings.Contains(string(tool.InputSchema), "$ref") || tool.Annotations["readOnlyHint"] != true || tool.Annotations["openWorldHint"] != false {
			t.Errorf("%s: %s %v", tool.Name, tool.InputSchema, tool.Annotations)
		}
	}
}

func compile(t *testing.T, schema json.RawMessage) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("tool.json", parse(t, schema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("tool.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The accounting method, the citations and the API contract are available as resources. A prompt's text
// contains the lease argument.
func TestResourcesAndPrompt(t *testing.T) {
	t.Parallel()
	read := func(uri string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"resources/read","params":{"uri":%q}}`, uri, uri)
	}
	answers := converse(t,
		read("leasehold://method"), read("leasehold://citations"), read("leasehold://openapi"), read("leasehold://none"),
		`{"jsonrpc":"2.0","id":"prompt","method":"prompts/get","params":{"name":"review_lease","arguments":{"lease":"the office, 5 years","standard":"IFRS_16"}}}`)
	for uri, want := range map[string]string{
		"leasehold://method": "cents", "leasehold://citations": "- IFRS 16.22: ", "leasehold://openapi": `"openapi":"3.1.0"`,
	} {
		if got := answers[uri].Result.Contents; len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%s: %.200v", uri, got)
		}
	}
	if answers["leasehold://none"].Error == nil {
		t.Error("a resource that does not exist was read")
	}
	prompt := answers["prompt"].Result.Messages
	if len(prompt) != 1 || !strings.Contains(prompt[0].Content.Text, "the office, 5 years") || !strings.Contains(prompt[0].Content.Text, "Reporting standard: IFRS_16.") {
		t.Errorf("prompt %v", prompt)
	}
}

// METHOD 17.1, 18.2, 19.2: a result's text uses the accounting standard's terms and contains the date of
// initial measurement. Only text under ASC 842 mentions finance leases.
func TestMethod18_2_SummariesUseTheStandardsTerms(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`{"standard":"GASB_96","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"paymentFrequency":"annual","discountRateAnnual":0.05}`: {
			"GASB 96 subscription: 12 months from 2026-01-01, 1 annual payment in advance.", "Subscription liability at commencement 100.00", "subscription asset 100.00",
		},
		`{"standard":"GASB_87","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"paymentFrequency":"annual","discountRateAnnual":0.05}`: {
			"Lease liability at commencement 100.00", "lease asset 100.00",
		},
		`{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":100,"paymentFrequency":"annual","discountRateAnnual":0.05,"initialApplication":{"date":"2026-01-01"}}`: {
			"FRS 102 lease: 36 months from 2024-01-01, first measured on 2026-01-01, 1 annual payment in advance.",
			"Lease liability at initial application 100.00 (amount falling due within one year 100.00, amount falling due after more than one year 0.00)",
		},
	} {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		summary := newSummary(t.Context(), operations.Compute, r, &arguments{})
		if err := summary.write(); err != nil {
			t.Fatal(err)
		}
		text := summary.String()
		if strings.Contains(strings.ToLower(text), "finance") {
			t.Errorf("%s: the text mentions a finance lease:\n%s", body, text)
		}
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%s: the summary does not say %q:\n%s", body, line, text)
			}
		}
	}
}

// If all leases in a report are under one standard, the text uses that standard's terms.
func TestMethod18_2_ReportsUseTheStandardsTerms(t *testing.T) {
	t.Parallel()
	for standard, want := range map[string][]string{
		"IFRS_16": {"Right-of-use asset: ", "right-of-use asset 8.49", "depreciation of right-of-use assets 91.51"},
		"GASB_87": {"Lease asset: ", "lease asset 8.49", "amortization of lease assets 91.51"},
		"GASB_96": {"Subscription asset: ", "subscription asset 8.49", "Subscription liability: "},
	} {
		q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-11-30","groupBy":["standard"],"leases":[{"id":"A","standard":"` + standard +
			`","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"paymentFrequency":"annual","discountRateAnnual":0.05}]}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		for text := reportWords(r, &entriesOf{}); len(want) > 0; want = want[1:] {
			if !strings.Contains(text, want[0]) {
				t.Errorf("%s: the report does not say %q:\n%s", standard, want[0], text)
			}
		}
	}
}
