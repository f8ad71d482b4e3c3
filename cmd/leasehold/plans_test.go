package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// A plan file may be YAML or JSON. Fields that have a default may be missing.
func TestPlansAreReadFromAFile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"YAML": `
plans:
  - name: team
    requestsPerMinute: 600
    computationsPerMonth: unlimited
  - name: trial
    requestsPerMinute: 5
    computationsPerMonth: 0
    keysPerMonth: 1
    operations: [classify]
`,
		"JSON": `{"plans": [{"name": "team", "requestsPerMinute": 600, "computationsPerMonth": "unlimited"},
			{"name": "trial", "requestsPerMinute": 5, "computationsPerMonth": 0, "keysPerMonth": 1, "operations": ["classify"]}]}`,
	} {
		read, err := parsePlans(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := meter.Plans{
			"team": {PerMinute: 600, PerMonth: meter.Unlimited, KeysPerMonth: 20}, "trial": {PerMinute: 5, KeysPerMonth: 1},
		}
		for plan, limits := range want {
			if read.limits[plan] != limits {
				t.Errorf("%s: %s is %+v, want %+v", name, plan, read.limits[plan], limits)
			}
		}
		if len(read.limits) != 2 || len(read.operations["team"]) != len(operations.All()) || !slices.Equal(read.operations["trial"], []string{"classify"}) {
			t.Errorf("%s: %+v", name, read)
		}
	}
}

// The error for a plan file names the position of every error in the file.
func TestFaultsOfPlansAreAllNamed(t *testing.T) {
	t.Parallel()
	for text, wants := range map[string][]string{
		"":                   {"plans: is required"},
		"plans: []":          {"plans: must list 1 to 100 plans"},
		"plan: []":           {"plan"},
		"plans: [{name: a}]": {"plans[0].requestsPerMinute: must be 1 to 100000", "plans[0].computationsPerMonth: must be 0 to 1000000000000, or unlimited"},
		"plans: [{nome: a}]": {"nome"},
		"plans: [{name: 'A b', requestsPerMinute: 0, computationsPerMonth: many, keysPerMonth: -1, operations: [compte]}]": {
			`plans[0].name: "A b"`, "plans[0].requestsPerMinute", "plans[0].computationsPerMonth", "plans[0].keysPerMonth", `plans[0].operations: "compte" is not an operation`,
		},
		"plans: [{name: a, requestsPerMinute: 1, computationsPerMonth: 1}, {name: a, requestsPerMinute: 1, computationsPerMonth: 1.5}]": {
			`plans[1].name: "a" appears twice`, "plans[1].computationsPerMonth",
		},
	} {
		_, err := parsePlans(strings.NewReader(text))
		if err == nil {
			t.Errorf("%q is accepted", text)
			continue
		}
		for _, want := range wants {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %q does not say %q", text, err, want)
			}
		}
	}
}
