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
		Short: "The version of the program and of its rules",
		Long: `Print the version of the program, the revision of the rules by which it computes,
and the Go version that built it. The rules' revision changes only when some
figure of some lease does.`,
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

// version says what a binary is.
type version struct {
	Version       string `json:"version"`
	RulesRevision int    `json:"rulesRevision"`
	Go            string `json:"go"`
	OS            string `json:"os"`
	Arch          string `json:"arch"`
	Commit        string `json:"commit,omitempty"`
}

// String says it in a line.
func (v version) String() string {
	text := fmt.Sprintf("leasehold %s, rules revision %d, %s %s/%s", v.Version, v.RulesRevision, v.Go, v.OS, v.Arch)
	if v.Commit != "" {
		text += fmt.Sprintf(", commit %.12s", v.Commit)
	}
	return text
}

// releaseVersion and releaseCommit are set by the linker in releases.
var releaseVersion, releaseCommit string

func buildVersion() version {
	v := version{
		Version: "(devel)", RulesRevision: leasehold.RulesRevision, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v.Version = info.Main.Version
		}
		if releaseVersion != "" {
			v.Version = releaseVersion
		}
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
