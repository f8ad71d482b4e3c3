package main

import "testing"

// The value of --treatments becomes the request's treatments field. Text that is not an object is sent
// unchanged.
func TestTreatmentsBecomeAFieldOfTheRequest(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"termMonths":1}`: `{"termMonths":1,"treatments":["IFRS_16","FRS_102"]}`,
		" {\n} ":           `{"treatments":["IFRS_16","FRS_102"]}`,
		`[1]`:              `[1]`,
	} {
		if got := string(withTreatments([]byte(body), []string{"IFRS_16", "FRS_102"})); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
		if got := string(withTreatments([]byte(body), nil)); got != body {
			t.Errorf("without the flag %s", got)
		}
	}
}
