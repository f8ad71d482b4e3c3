package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
)

// If an example's result is wrong, the exit status is 1.
func TestDoctorFailsIfAnExampleDiffers(t *testing.T) {
	t.Parallel()
	made := func(id, liability string) doctor.Example {
		return doctor.Example{
			ID: id, Standard: "ASC_842", Tolerance: "0.01",
			Request:  json.RawMessage(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0,"paymentFrequency":"annual"}`),
			Expected: json.RawMessage(`{"initialLiability":` + liability + `}`),
		}
	}
	for name, c := range map[string]struct {
		examples []doctor.Example
		err      error
		code     int
		stdout   string
		stderr   string
	}{
		"all agree":         {[]doctor.Example{made("right", "2000")}, nil, exitOK, "1 of 1 agree", ""},
		"a cent too far":    {[]doctor.Example{made("right", "2000"), made("wrong", "2000.02")}, nil, exitError, "initialLiability is 2000.00, published 2000.02", "leasehold: 1 of 2 published examples do not match the program's figures\n"},
		"not an example":    {[]doctor.Example{made("odd", `"much"`)}, nil, exitError, "", "leasehold: example odd: initialLiability: "},
		"no examples there": {nil, errors.New("there are none"), exitError, "", "leasehold: there are none\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := &cobra.Command{Use: "leasehold", SilenceErrors: true, SilenceUsage: true}
			root.AddCommand(newDoctorCommandFor(func() ([]doctor.Example, error) { return c.examples, c.err }))
			var stdout, stderr bytes.Buffer
			if code := execute(t.Context(), root, []string{"doctor"}, strings.NewReader(""), &stdout, &stderr); code != c.code {
				t.Errorf("exit status %d, want %d", code, c.code)
			}
			if !strings.Contains(stdout.String(), c.stdout) || !strings.HasPrefix(stderr.String(), c.stderr) || c.stderr == "" && stderr.Len() > 0 {
				t.Errorf("stdout %q, stderr %q; want %q and %q", &stdout, &stderr, c.stdout, c.stderr)
			}
		})
	}
}
