package doors

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// lease returns a lease that begins with the given fields.
func lease(members string) string {
	return `{` + members + `"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`
}

// form returns the workbench form for the same lease. The values in the fields argument replace the
// form's defaults.
func form(fields string) string {
	values, more := url.Values{"commencementDate": {"2026-01-01"}, "termMonths": {"60"}, "paymentAmount": {"10000"}, "discountRatePercent": {"6"}}, url.Values{}
	for field := range strings.SplitSeq(fields, "&") {
		name, value, _ := strings.Cut(field, "=")
		more[name] = []string{value}
	}
	for name := range more {
		values[name] = more[name]
	}
	return values.Encode()
}

// refusals lists invalid leases. Each element contains the lease as JSON, the error message of the
// JSON interfaces, the same lease as a form, and the error message of the workbench. This last
// message is empty if the form offers only valid values for the field.
var refusals = []struct{ lease, message, form, shown string }{
	{`{"lease":` + lease("") + `}`, `lease: is not a field of the lease; send the lease itself as the body, without "lease" around it`, "", ""},
	{lease(`"paymentFrequency":"yearly",`), "use monthly, quarterly, semiannual or annual; did you mean annual?", "paymentFrequency=yearly", "Choose one of the options."},
	{lease(`"paymentFrequency":"semi-annual",`), "use monthly, quarterly, semiannual or annual; did you mean semiannual?", "", ""},
	{lease(`"standard":"ASC 842",`), "did you mean ASC_842?", "standard=ASC 842", "Choose one of the options."},
	{lease(`"at":"2027-02-30",`), `at: "2027-02-30" is not a date; February 2027 has 28 days; `, "at=2027-02-30", "February 2027 has 28 days."},
	{`{"commencementDate":"2026-01-01","termMonths":0,"paymentAmount":0,"discountRateAnnual":0.06}`, "paymentAmount: 0 is out of range", "termMonths=0&paymentAmount=0", "0 is out of range"},
	{`{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":1}`, "discountRateAnnual: is required", "discountRatePercent=", "This field is required."},
	{lease(`"framework":"AASB 16",`), "framework: does not apply under ASC 842", "framework=AASB 16", "Does not apply under ASC 842"},
	{
		lease(`"standard":"GASB_87","subleases":[{"from":"2026-01-01","to":"2026-12-31","receipts":[{"date":"2026-01-01","amount":1}]}],`), "subleases: does not apply under GASB 87",
		"standard=GASB_87&subleases[0].from=2026-01-01&subleases[0].to=2026-12-31&subleases[0].receipts[0].date=2026-01-01&subleases[0].receipts[0].amount=1", "Does not apply under GASB 87",
	},
	{
		lease(`"standard":"IFRS_16","events":[{"type":"impairment_reversal","date":"2027-01-01","amount":1}],`), "events[0].type: impairment_reversal requires an earlier impairment event with a loss",
		"standard=IFRS_16&events[0].type=impairment_reversal&events[0].date=2027-01-01&events[0].amount=1", "“Reversal of an impairment” requires an earlier impairment event with a loss",
	},
}

// TestEveryInterfaceNamesFaultAndRemedy compares the error messages that HTTP, the command line,
// MCP on both transports, and the workbench give for the same lease.
func TestEveryInterfaceNamesFaultAndRemedy(t *testing.T) {
	s := start(t)
	for _, c := range refusals {
		for name, ask := range map[string]func(context.Context, string) (string, error){
			"HTTP": s.refusedByHTTP, "command line": s.refusedByCommand, "MCP over HTTP": s.refusedByMCP, "MCP over stdio": s.refusedByStdio,
		} {
			if got, err := ask(t.Context(), c.lease); err != nil || !strings.Contains(got, c.message) {
				t.Errorf("%s: %s\n got %.400s (%v)\nwant %s", name, c.lease, got, err, c.message)
			}
		}
		if c.form == "" {
			continue
		}
		got, err := s.onTheWorkbench(t.Context(), form(c.form))
		var reply struct{ Faults map[string]string }
		if err == nil {
			err = json.Unmarshal(got.Body, &reply)
		}
		messages := ""
		for _, text := range reply.Faults {
			messages += text + " "
		}
		if err != nil || got.Status != 400 || !strings.Contains(messages, c.shown) {
			t.Errorf("workbench: %s\n got %d %s (%v)\nwant %s", c.form, got.Status, messages, err, c.shown)
		}
	}
	for _, fields := range []string{"termMonths=10 years", "paymentAmount=£10,000"} {
		if got, err := s.onTheWorkbench(t.Context(), form(fields)); err != nil || got.Status != 200 {
			t.Errorf("workbench: %s: %s, %v", fields, got, err)
		}
	}
	mark := "\xef\xbb\xbf"
	if got, err := s.refusedByStdio(t.Context(), mark+lease("")); err != nil || !strings.Contains(got, "byte order mark (UTF-8)") {
		t.Errorf("MCP over stdio: a byte order mark: %.300s, %v", got, err)
	}
	for _, path := range []string{wire.Path("compute"), "/mcp"} {
		reply, err := s.client.Do(t.Context(), wire.Call{Path: path, Key: s.key(), Body: mark + lease("")}.With("Accept", "application/json, text/event-stream"))
		if err != nil || reply.Status != 400 || !strings.Contains(string(reply.Body), "byte order mark (UTF-8)") {
			t.Errorf("%s: a byte order mark: %s, %v", path, reply, err)
		}
	}
	for header, want := range map[string]string{"Authorization": "must use the Bearer scheme", "X-Api-Key": "must contain only the key, without the word Bearer"} {
		for _, path := range []string{wire.Path("classify"), "/mcp"} {
			value := s.key()
			if header == "X-Api-Key" {
				value = "Bearer " + value
			}
			reply, err := s.client.Do(t.Context(), wire.Call{Path: path, Body: lease("")}.With(header, value))
			if err != nil || reply.Status != 401 || !strings.Contains(string(reply.Body), want) {
				t.Errorf("%s, %s: %s, %v", path, header, reply, err)
			}
		}
	}
}

func (s *testServer) refusedByHTTP(ctx context.Context, body string) (string, error) {
	reply, err := s.client.Do(ctx, wire.Call{Path: wire.Path("compute"), Key: s.key(), Body: body})
	var problem struct{ Error struct{ Message string } }
	if err == nil {
		err = json.Unmarshal(reply.Body, &problem)
	}
	return problem.Error.Message, err
}

func (s *testServer) refusedByCommand(ctx context.Context, body string) (string, error) {
	cmd := exec.CommandContext(ctx, string(s.binary), "compute")
	cmd.Stdin = strings.NewReader(body)
	out, err := cmd.CombinedOutput()
	if _, refused := errors.AsType[*exec.ExitError](err); refused {
		err = nil
	}
	return string(out), err
}

func (s *testServer) refusedByMCP(ctx context.Context, body string) (string, error) {
	reply, err := s.client.Do(ctx, wire.Call{Path: "/mcp", Key: s.key(), Body: toolCall(1, "compute_lease", body)}.With("Accept", "application/json, text/event-stream"))
	return spoken(reply.Body), err
}

func (s *testServer) refusedByStdio(ctx context.Context, body string) (string, error) {
	before, lease, _ := strings.Cut(body, "{")
	cmd := exec.CommandContext(ctx, string(s.binary), "mcp")
	cmd.Stdin = strings.NewReader(before + greeting + toolCall(1, "compute_lease", "{"+lease) + "\n")
	out, err := cmd.CombinedOutput()
	if _, refused := errors.AsType[*exec.ExitError](err); refused {
		return string(out), nil
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return spoken(lines[len(lines)-1]), err
}

func spoken(message []byte) string {
	var m struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.Unmarshal(message, &m); err != nil || len(m.Result.Content) == 0 {
		return string(message)
	}
	return m.Result.Content[0].Text
}

func (s *testServer) onTheWorkbench(ctx context.Context, form string) (wire.Reply, error) {
	return s.client.Do(ctx, wire.Call{Path: "/workbench/results", Body: form}.With("Content-Type", "application/x-www-form-urlencoded").With("Sec-Fetch-Site", "same-origin"))
}
