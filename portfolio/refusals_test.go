package portfolio_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// firstFault returns the first validation error of a report request.
func firstFault(t *testing.T, body string) leasehold.Fault {
	t.Helper()
	q, err := portfolio.Decode([]byte(body))
	if err == nil {
		_, err = portfolio.Answer(q)
	}
	invalid, ok := errors.AsType[*leasehold.InvalidError](err)
	if !ok {
		t.Fatalf("%.200s: %v is not a refusal", body, err)
	}
	return invalid.Faults[0]
}

// METHOD 14.1: an invalid request is rejected. The error contains the path of the invalid field,
// with either the reason or the allowed values.
func TestMethod14_1_InvalidRequestsAreRejected(t *testing.T) {
	t.Parallel()
	good := lease("A", "ASC_842", 12, "")
	with := func(more string, leases ...string) string {
		return fmt.Sprintf(`{"from":"2026-01-01","to":"2026-12-31","leases":[%s]%s}`, strings.Join(leases, ","), more)
	}
	for _, c := range []struct{ body, field, message string }{
		{`[]`, "body", `must be one JSON object that describes a report, as in {"from": "2026-01-01", "to": "2026-12-31", "leases": [{...}]}`},
		{`{"lease":` + good + `}`, "lease", `is not a field of a report; send a report itself as the body, as in {"from": "2026-01-01", "to": "2026-12-31", "leases": [{...}]}`},
		{with(`,"accrual":"30/360"`, good), "accrual", `"30/360" is not allowed; use days, months or thirty_360; did you mean thirty_360?`},
		{with(`,"accrual":"Actual/Actual"`, good), "accrual", "did you mean days?"},
		{`{`, "body", "not valid JSON"},
		{`{"to":"2026-12-31","leases":[` + good + `]}`, "from", "is required"},
		{`{"from":"2026-01-01","leases":[` + good + `]}`, "to", "is required"},
		{`{"from":"2026-01-01","to":"2026-12-31"}`, "leases", "is required"},
		{`{"from":"2026-01-01","to":"2025-12-31","leases":[` + good + `]}`, "from", "2026-01-01 is after the end date (to), 2025-12-31"},
		{`{"from":"2026-02-30","to":"2026-12-31","leases":[` + good + `]}`, "from", "a calendar date in the form yyyy-mm-dd"},
		{`{"from":"2026-01-01","to":20261231,"leases":[` + good + `]}`, "to", "must be a string"},
		{`{"from":"2026-01-01","from":"2026-01-01","to":"2026-12-31","leases":[` + good + `]}`, "from", "more than once"},
		{`{"from":"2026-01-01","to":"2026-12-31","leases":{}}`, "leases", "must be an array of leases"},
		{with(""), "leases", "at least one lease"},
		{with("", `7`), "leases[0]", "must be an object that describes the lease; got 7"},
		{with("", good, `null`), "leases[1]", "must be an object that describes the lease; got null"},
		{with("", good, lease("", "ASC_842", 12, "")), "leases[1].id", "is required in a report"},
		{with("", good, lease("B", "ASC_842", 12, ""), good), "leases[2].id", `"A" is also the id of leases[0]; each id must be unique`},
		{with("", good, good+`x`), "leases", "not valid JSON"},
		{with("", good, lease("B", "ASC_842", 12, ""), lease("C", "ASC_842", 12, ""), lease("D", "ASC_842", 0, "")), "leases[3].termMonths", `1 to 1200 (lease "D")`},
		{with("", lease("B", "ASC_842", 12, `,"rentSteps":[{"from":"2026-01-02","paymentAmount":1}]`)), "leases[0].rentSteps[0].from", `(lease "B")`},
		{with("", lease("B", "GASB_87", 12, `,"restorationCost":5`)), "leases[0].restorationCost", "IFRS_16"},
		{with("", lease("B", "ASC_842", 12, `,"termMoths":5`)), "leases[0].termMoths", "termMonths"},
		{with("", lease("B", "ASC_842", 12, `,"otherPayments":[{"date":"2026-02-01","amount":99999,"kind":"incentive"}]`)), "leases[0].otherPayments", `exceed the remaining payments (lease "B")`},
		{with("", good, lease("B", "ASC_842", 12, `,"currency":"EUR"`)), "groupBy", "several currencies (none, EUR), so their amounts cannot be added; add currency to groupBy, or supply presentationCurrency"},
		{with(`,"groupBy":"currency"`, good), "groupBy", "must be an array of strings"},
		{with(`,"groupBy":[1]`, good), "groupBy", "must be an array of strings"},
		{with(`,"groupBy":["entity"]`, good), "groupBy", `"entity" is not allowed; use standard, classification, currency or tag:NAME`},
		{with(`,"groupBy":["tag:"]`, good), "groupBy", "use standard"},
		{with(`,"groupBy":["standard","standard"]`, good), "groupBy", "appears more than once"},
		{with(`,"journal":"yearly"`, good), "journal", "none"},
		{with(`,"onError":"ignore"`, good), "onError", "skip"},
		{with(`,"jornal":"monthly"`, good), "jornal", "journal"},
	} {
		f := firstFault(t, c.body)
		if f.Field != c.field || !strings.Contains(f.Message, c.message) {
			t.Errorf("%.160s: %s: %s; want %s: %s", c.body, f.Field, f.Message, c.field, c.message)
		}
	}
}

// METHOD 14.9: with the skip option, a request without any valid lease still produces a report. A
// request that itself contains errors is rejected.
func TestMethod14_9_SkipAppliesOnlyToLeases(t *testing.T) {
	t.Parallel()
	wrong := lease("A", "ASC_842", 0, "")
	r := answered(t, "2026-01-01", "2026-12-31", `,"onError":"skip"`, wrong)
	if len(r.Leases) != 0 || len(r.Skipped) != 1 || r.Skipped[0].Field != "leases[0].termMonths" {
		t.Errorf("%d leases, skipped %+v", len(r.Leases), r.Skipped)
	}
	if f := firstFault(t, `{"from":"2026-02-01","to":"2026-01-01","onError":"skip","leases":[`+wrong+`]}`); f.Field != "from" {
		t.Errorf("%+v", f)
	}
}

// SPEC 10.4: an unknown field hides no other validation error of the request.
func TestSpec10_4_AnUnknownMemberHidesNoOtherFault(t *testing.T) {
	t.Parallel()
	_, err := portfolio.Decode([]byte(`{"foo":1,"from":"2026-01-01","to":"2025-12-31","leases":[` + lease("A", "ASC_842", 12, "") + `]}`))
	if err == nil || !strings.Contains(err.Error(), `foo: unknown field`) || !strings.Contains(err.Error(), "from: 2026-01-01 is after the end date") {
		t.Error(err)
	}
}
