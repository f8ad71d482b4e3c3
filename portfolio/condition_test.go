package portfolio_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// METHOD 25.9: a condition that no lease meets is rejected. The error lists the existing values,
// even if another condition excludes their leases.
func TestConditionsThatNoLeaseMeetsAreRejected(t *testing.T) {
	t.Parallel()
	lease := func(id, tags string) string {
		return `{"id":"` + id + `","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.05,"currency":"USD","tags":{` + tags + `}}`
	}
	leases := `"leases":[` + lease("a", `"entity":"US Inc"`) + `,` + lease("b", `"entity":"UK Ltd","site":"London"`) + `]`
	for member, want := range map[string]string{
		`"where":{"tag:entity":"US Inc"}`:                     "",
		`"where":{"tag:entity":["US Inc","DE GmbH"]}`:         "",
		`"where":{"tag:entity":"US Inc","tag:site":"London"}`: "",
		`"where":{"tag:site":""}`:                             "",
		`"where":{"tag:entity":"US"}`:                         `where: no lease meets tag:entity is US; did you mean US Inc?; values of tag:entity: UK Ltd, US Inc`,
		`"where":{"tag:entiy":"US Inc"}`:                      `where: no lease meets tag:entiy is US Inc; did you mean entity?; tags of the leases: entity, site`,
		`"where":{"standard":"IFRS_16"}`:                      `where: no lease meets standard is IFRS_16; values of standard: ASC_842`,
		`"where":{"classification":["finance"]}`:              `; values of classification: `,
		`"where":{"tag:entity":"US Inc"},"deferredTax":[{"rate":0.25,"key":{"tag:entity":"UK Ltd"}}]`: "",
		`"deferredTax":[{"rate":0.25,"key":{"tag:entity":"UK"}}]`:                                     `deferredTax[0].key: no lease meets tag:entity is UK; did you mean UK Ltd?`,
		`"deferredTax":[{"rate":0.25,"key":{"tag:entity":"UK Ltd","currency":"EUR"}}]`:                `deferredTax[0].key: no lease meets currency is EUR and tag:entity is UK Ltd; values of currency: USD`,
	} {
		q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31",` + leases + `,` + member + `}`))
		if err != nil {
			t.Fatalf("%s: %v", member, err)
		}
		_, err = portfolio.Answer(q)
		_, invalid := errors.AsType[*leasehold.InvalidError](err)
		if want == "" && err != nil || want != "" && (!invalid || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s:\ngot  %v\nwant %q", member, err, want)
		}
	}
}
