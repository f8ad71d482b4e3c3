package oracle_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// TestComparerSeesEveryDifference changes each number, date, key, account and
// flag of a printed result and checks that the comparer notices.
func TestComparerSeesEveryDifference(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"commencementDate":"2024-01-31","termMonths":14,"paymentAmount":1500.25,"discountRateAnnual":0.0525,"paymentFrequency":"quarterly",
			"annualEscalationPct":0.03,"initialDirectCosts":250,"leaseIncentives":100,"prepaidRent":75.5,"assetFairValue":90000,"assetEconomicLifeMonths":60}`,
		`{"commencementDate":"2024-02-29","termMonths":72,"paymentAmount":99.99,"discountRateAnnual":0.08,"paymentFrequency":"semiannual","paymentTiming":"arrears",
			"residualValueGuarantee":100,"purchaseOptionAmount":50,"transfersOwnership":false,"assetFairValue":1000,"assetEconomicLifeMonths":90}`,
		`{"standard":"GASB_87","commencementDate":"2024-05-01","termMonths":24,"paymentAmount":10,"discountRateAnnual":0}`,
	} {
		lease, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		result, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatal(err)
		}
		request, err := oracle.Read([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := oracle.Solve(request)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parse(result.AppendCompute(nil))
		if err != nil {
			t.Fatal(err)
		}
		sees := func() bool {
			c := &comparer{}
			c.compute(tree, answer)
			return len(c.faults) > 0
		}
		if sees() {
			t.Fatalf("the answer differs as it stands: %s", body)
		}
		changed := 0
		change(&tree, "", func(path string) {
			changed++
			if !sees() {
				t.Errorf("a change of %s is not seen: %s", path, body)
			}
		})
		t.Logf("%d changes", changed)
	}
}

// prose lists the text fields that are not compared exactly.
var prose = map[string]bool{"label": true, "detail": true, "citation": true, "citations": true, "notes": true, "memo": true, "rationale": true}

// change alters each value below n and omits each field and item, one at a
// time, reporting each change.
func change(n *node, path string, report func(path string)) {
	for i := range n.members {
		at := path + "[]"
		if n.kind == '{' {
			at = path + "." + n.names[i]
			if prose[n.names[i]] {
				continue
			}
		}
		member := &n.members[i]
		if member.kind == '{' || member.kind == '[' {
			change(member, at, report)
			continue
		}
		kept := member.text
		member.text = altered(kept)
		report(at)
		member.text = kept
	}
	if len(n.members) == 0 {
		return
	}
	names, members := n.names, n.members
	n.members = members[:len(members)-1]
	if n.kind == '{' {
		n.names = names[:len(names)-1]
	}
	report(path + " without its last")
	n.names, n.members = names, members
}

func altered(text string) string {
	b := []byte(text)
	at := len(b) - 1
	if b[at] == '"' {
		at--
	}
	b[at] ^= 1
	return string(b)
}
