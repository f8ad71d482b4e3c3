package main

import "testing"

// --treatments becomes a field of the request; text other than an object is
// unchanged.
func TestTreatmentsAreAMemberOfTheRequest(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"termMonths":1}`: `{"treatments":["ifrs16","frs102"],"termMonths":1}`,
		" {\n} ":           `{"treatments":["ifrs16","frs102"]}`,
		`[1]`:              `[1]`,
	} {
		if got := string(withTreatments([]byte(body), []string{"ifrs16", "frs102"})); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
		if got := string(withTreatments([]byte(body), nil)); got != body {
			t.Errorf("without the flag %s", got)
		}
	}
}
