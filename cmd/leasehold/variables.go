package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// variablePrefix is the prefix of all environment variables of this program.
const variablePrefix = "LEASEHOLD_"

// otherVariables lists the environment variables with the prefix that are not settings of this
// program. Clients of a server use these variables.
var otherVariables = []string{keyVariable, keyVariable + fileSuffix, "LEASEHOLD_URL"}

// unknownVariables returns a warning for each environment variable that has variablePrefix but is
// not a setting, for example because it is misspelled.
func unknownVariables(environment []string) (warnings []string) {
	known := slices.Concat(otherVariables, testVariables)
	for _, s := range new(config).settings() {
		known = append(known, s.variable())
		if s.secret {
			known = append(known, s.fileVariable())
		}
	}
	for _, line := range environment {
		name, _, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(name, variablePrefix) || slices.Contains(known, name) || ofKubernetes(name) {
			continue
		}
		warning := name + " is not a setting and has no effect"
		if near := strict.Nearest(name, known); near != "" {
			warning += fmt.Sprintf(" (did you mean %s?)", near)
		}
		warnings = append(warnings, warning)
	}
	slices.Sort(warnings)
	return warnings
}

// warnUnknownVariables prints the warnings of unknownVariables.
func warnUnknownVariables(cmd *cobra.Command) {
	for _, warning := range unknownVariables(os.Environ()) {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %s\n", warning)
	}
}

// ofKubernetes reports whether name is one of the variables that Kubernetes sets for a service
// named leasehold.
func ofKubernetes(name string) bool {
	rest := strings.TrimPrefix(name, variablePrefix)
	return rest == "PORT" || strings.HasPrefix(rest, "PORT_") || strings.HasPrefix(rest, "SERVICE_")
}
