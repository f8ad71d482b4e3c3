package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// at returns the values at a path such as result.events.0.liabilityBefore. A * in the path selects
// every element of a list; the values are then separated by spaces.
func at(t *testing.T, v any, path string) string {
	t.Helper()
	name, rest, more := strings.Cut(path, ".")
	if path == "" {
		return text(v)
	}
	var next any
	switch in := v.(type) {
	case map[string]any:
		value, ok := in[name]
		if !ok {
			return "absent"
		}
		next = value
	case []any:
		if name == "*" {
			list := make([]string, len(in))
			for i := range in {
				list[i] = at(t, in[i], rest)
			}
			return strings.Join(list, " ")
		}
		i, err := strconv.Atoi(name)
		if err != nil || i >= len(in) {
			return "absent"
		}
		next = in[i]
	default:
		t.Fatalf("nothing has a member %s", name)
	}
	if !more {
		return text(next)
	}
	return at(t, next, rest)
}

// text returns a value as JSON, except that a string has no quotation marks.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	out, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// response returns the decoded response for a lease. Numbers keep their text.
func response(t *testing.T, body string) any {
	t.Helper()
	r, err := leasehold.Compute(decode(t, body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return tree(t, leasehold.AppendCompute(r, nil))
}

// tree decodes JSON. Numbers keep their text.
func tree(t *testing.T, printed []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(printed))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, printed)
	}
	return v
}

// wantValues fails the test unless the response for a lease has the expected value at each path.
func wantValues(t *testing.T, body string, wants ...string) {
	t.Helper()
	answer := response(t, body)
	for i := 0; i < len(wants); i += 2 {
		expect(t, wants[i], at(t, answer, wants[i]), wants[i+1])
	}
}

// result adds "result." in front of each path.
func result(wants ...string) []string {
	for i := 0; i < len(wants); i += 2 {
		wants[i] = "result." + wants[i]
	}
	return wants
}

// books fails the test unless a lease has exactly the given entries, in the form "2024-01-01 Dr
// Cash 10.00 Cr Prepaid rent 10.00".
func books(t *testing.T, body string, wants ...string) {
	t.Helper()
	got := entriesOf(response(t, body))
	for i := range max(len(got), len(wants)) {
		switch {
		case i >= len(wants):
			t.Errorf("entry %d is %s, want none", i, got[i])
		case i >= len(got):
			t.Errorf("entry %d is missing: %s", i, wants[i])
		default:
			expect(t, fmt.Sprintf("entry %d", i), got[i], wants[i])
		}
	}
}

// entriesOf returns the entries of a response, in the form that [books] describes.
func entriesOf(answer any) (entries []string) {
	list, _ := answer.(map[string]any)["journalEntries"].([]any)
	for i := range list {
		e, _ := list[i].(map[string]any)
		entry := text(e["date"])
		lines, _ := e["lines"].([]any)
		for j := range lines {
			line, _ := lines[j].(map[string]any)
			side, amount := " Dr ", text(line["debit"])
			if strings.Trim(amount, "0.") == "" {
				side, amount = " Cr ", text(line["credit"])
			}
			if strings.Trim(amount, "0.") != "" { // another test covers lines of 0.00
				entry += side + text(line["account"]) + " " + amount
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

// refused fails the test unless a lease is rejected with exactly the given message.
func refused(t *testing.T, body, message string) {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err == nil {
		_, err = leasehold.Compute(l)
	}
	if _, ok := errors.AsType[*leasehold.InvalidError](err); !ok {
		t.Errorf("%s\n is answered (%v), want %s", body, err, message)
		return
	}
	expect(t, body, err.Error(), message)
}

// METHOD 12.7: if the present value of a guarantee is close to half a cent, it is rounded
// correctly, even if the lease has one-off payments.
func TestMethod12_7_ATotalGuaranteeWithSinglePayments(t *testing.T) {
	body := `{"commencementDate":"2008-01-30","termMonths":60,"paymentAmount":2489,"discountRateAnnual":1,
		"guaranteedResidualValue":500,"basis":{"discounting":"effective"},
		"otherPayments":[{"date":"2008-09-20","amount":10}]}`
	r := leases.Compute(t, body)
	if got, want := r.InitialLiability.String(), "42967.47"; got != want {
		t.Errorf("initial liability %s, want %s", got, want)
	}
}

// small returns the lease used in most hand-computed examples: a payment of 1,000 at the end of
// each of three years, a rate of 10%, and commencement on 2024-01-01. The liability at the start of
// each year is 2486.85, 1735.54 and 909.09.
func small(tb testing.TB, pairs ...string) string {
	tb.Helper()
	return with(tb, append([]string{
		"termMonths", "36", "paymentAmount", "1000", "discountRateAnnual", "0.1",
		"paymentFrequency", `"annual"`, "paymentTiming", `"arrears"`,
	}, pairs...)...)
}
