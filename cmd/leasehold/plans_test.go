package main

import (
	"strings"
	"testing"
)

// The error for a plan file names the position of every error in the file.
func TestAllErrorsInPlansAreNamed(t *testing.T) {
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
