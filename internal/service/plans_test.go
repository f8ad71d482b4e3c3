package service_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// ownPlans replaces the standard plans with plans that an operator could configure.
func ownPlans(c *service.Config) {
	c.Plans = meter.Plans{
		meter.Pro: {PerMinute: 120, PerMonth: 5000},
		"tiny":    {PerMinute: 3, PerMonth: 1},
		"endless": {PerMinute: 1000, PerMonth: meter.Unlimited},
	}
	c.Operations = map[meter.Plan][]string{
		"tiny":    {"schedule", "classify"},
		"endless": {"compute", "schedule", "journal-entries", "classify"},
	}
}

// use creates a key with a plan. Later requests use this key.
func (d *door) use(plan meter.Plan) {
	d.t.Helper()
	issued, err := d.CreateKeys(d.t.Context(), service.KeySpec{Plan: plan, Mode: apikey.Test})
	if err != nil {
		d.t.Fatal(err)
	}
	d.id, d.secret = issued[0].ID, issued[0].Secret
}

// The plan that the operator configured determines a key's rate limit, quota and operations.
func TestPlansAreTheOperators(t *testing.T) {
	t.Parallel()
	d := open(t, ownPlans)
	d.use("tiny")
	d.refused(d.send(operations.Compute, lease), service.PlanRequired, "compute needs the pro plan; the key has the tiny plan")
	d.original(d.send(operations.Schedule, lease), 0)
	d.refused(d.send(operations.Schedule, lease), service.QuotaExceeded, "quota of 1 computations")
	d.refused(d.send(operations.Classify, lease), service.RateLimited, "More than 3 requests")
	for name, text := range map[string]string{
		"default": string(d.DefaultPlan()), "names": strings.Join([]string{string(d.Plans()[0]), string(d.Plans()[2])}, " "),
	} {
		if want := map[string]string{"default": "tiny", "names": "tiny endless"}[name]; text != want {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
	if _, err := d.CreateKeys(t.Context(), service.KeySpec{Plan: meter.Free, Mode: apikey.Test}); err == nil ||
		!strings.Contains(err.Error(), `"free" is not a plan; the plans are tiny, pro and endless`) {
		t.Errorf("a plan that is not configured: %v", err)
	}
}

// The error about a plan that was removed from the configuration contains the plan's name.
func TestAMissingPlanIsNamed(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.Plans = meter.Plans{meter.Pro: {PerMinute: 9, PerMonth: 9}} })
	if err := d.store.CreateKeys(t.Context(), []service.NewKey{{
		ID: "key_GONE", Plan: "gone", Mode: apikey.Test, Secret: service.Secret{Hash: apikey.Sum("gone"), Created: d.clock.Now()},
	}}); err != nil {
		t.Fatal(err)
	}
	d.secret = "gone"
	d.refused(d.send(operations.Compute, lease), service.PlanRequired, "This server does not offer the key's plan")
}
