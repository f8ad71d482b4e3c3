package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
)

func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version and the rules revision",
		Long: `Print the program's version, its rules revision and the Go version that built it. The
rules revision changes only if a lease's figures change.`,
		Example: `  leasehold version
  leasehold version --json`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := buildVersion()
			if !asJSON {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), v)
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

type version struct {
	Version       string `json:"version"`
	RulesRevision int    `json:"rulesRevision"`
	Go            string `json:"go"`
	OS            string `json:"os"`
	Arch          string `json:"arch"`
	Commit        string `json:"commit,omitempty"`
}

func (v version) String() string {
	text := fmt.Sprintf("leasehold %s, rules revision %d, %s %s/%s", v.Version, v.RulesRevision, v.Go, v.OS, v.Arch)
	if v.Commit != "" {
		text += fmt.Sprintf(", commit %.12s", v.Commit)
	}
	return text
}

// These variables contain the version of the source code. The linker sets them in a release build.
var (
	releaseVersion = "1.0.0"
	releaseCommit  string
)

func buildVersion() version {
	v := version{
		Version: releaseVersion, RulesRevision: leasehold.RulesRevision, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
	}
	if releaseCommit != "" {
		v.Commit = releaseCommit
	}
	return v
}
