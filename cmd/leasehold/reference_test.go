package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

var (
	updateReference = flag.Bool("reference", false, "rewrite docs/CLI.md")
	manualPages     = flag.String("man", "", "folder for manual pages")
)

const referenceHead = `# The command line

Every command with its flags. ` + "`leasehold COMMAND --help`" + ` shows the same texts, with all flags of the command. Made from the commands by ` + "`make generate-cli`" + `.
`

// everyCommand returns cmd and its subcommands that have documentation of their own, sorted by
// name.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, everyCommand(c)...)
		}
	}
	return list
}

// documented returns the root command as it is documented. Its defaults do not depend on the
// environment.
func documented(t *testing.T) *cobra.Command {
	t.Helper()
	t.Setenv("HOME", "/home/you")
	t.Setenv("XDG_DATA_HOME", "")
	root := newRootCommand()
	root.DisableAutoGenTag = true
	return root
}

// commandReference writes the page docs/CLI.md.
type commandReference struct {
	strings.Builder

	// counts is the number of commands that have a flag, by the flag's line in the help.
	counts map[string]int
	common *pflag.FlagSet // the flags in the section on common flags
}

// newCommandReference returns an empty page. It has already counted the flags of all commands.
func newCommandReference(commands []*cobra.Command) *commandReference {
	r := &commandReference{counts: map[string]int{}, common: pflag.NewFlagSet("", pflag.ContinueOnError)}
	for _, cmd := range commands {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if r.counts[flagText(f)]++; r.isCommon(f) && r.common.Lookup(f.Name) == nil {
				r.common.AddFlag(f)
			}
		})
	}
	return r
}

// flagText returns the line of a flag in the help of a command. It contains the name, value,
// default and description.
func flagText(f *pflag.Flag) string {
	one := pflag.NewFlagSet("", pflag.ContinueOnError)
	one.AddFlag(f)
	return one.FlagUsages()
}

// isCommon reports whether the section on common flags describes the flag f, so that commands need
// not describe it. This is the case if at least two commands have the same flag. If flags with the
// same name differ, the section describes only one of them. The values of --format depend on the
// command, so --format is never common.
func (r *commandReference) isCommon(f *pflag.Flag) bool {
	known := r.common.Lookup(f.Name)
	return r.counts[flagText(f)] > 1 && f.Name != "format" && (known == nil || flagText(known) == flagText(f))
}

// command writes the section of a command. The section omits common flags and the paragraphs of
// formatHelp.
func (r *commandReference) command(cmd *cobra.Command) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	var common []string
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Name == "help":
		case r.isCommon(f):
			common = append(common, "`--"+f.Name+"`")
		default:
			own.AddFlag(f)
		}
	})
	fmt.Fprintf(r, "\n## %s\n\n%s\n", cmd.CommandPath(), strings.TrimSpace(strings.TrimSuffix(about, formatHelp)))
	text := cmd.UseLine() + "\n\n" + cmd.Example
	if own.HasFlags() {
		text += "\n\n" + own.FlagUsages()
	}
	r.block(text)
	if common != nil {
		fmt.Fprintf(r, "\n[Common flags](#common-flags): %s\n", strings.Join(common, ", "))
	}
}

// block writes text as a preformatted block.
func (r *commandReference) block(text string) {
	fmt.Fprintf(r, "\n```\n%s\n```\n", strings.TrimRight(text, "\n"))
}

// docs/CLI.md equals the page that the test generates from the commands.
func TestTheCommandReferenceIsCurrent(t *testing.T) {
	commands := everyCommand(documented(t))
	commands = slices.DeleteFunc(commands, func(c *cobra.Command) bool { return c.HasParent() && c.Parent().Name() == "completion" })
	r := newCommandReference(commands)
	r.WriteString(referenceHead)
	for _, cmd := range commands {
		before := ", "
		switch depth := strings.Count(cmd.CommandPath(), " "); {
		case depth == 0:
			continue
		case depth == 1:
			before = "\n- "
		case cmd == cmd.Parent().Commands()[0]:
			before = ": "
		}
		fmt.Fprintf(r, "%s[%s](#%s)", before, cmd.Name(), strings.ReplaceAll(cmd.CommandPath(), " ", "-"))
	}
	r.WriteString("\n\n## Common flags\n\nSeveral commands have these flags; each section names those of its command.\n")
	r.block(r.common.FlagUsages())
	r.WriteString("\n## Input and exit status of compute, schedule, journal and classify\n" + formatHelp[1:] + "\n")
	for _, cmd := range commands {
		r.command(cmd)
	}
	text := regexp.MustCompile(`[ \t]+\n`).ReplaceAllString(r.String(), "\n")
	path := filepath.Join("../../docs/CLI.md")
	if *updateReference {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("docs/CLI.md is not made from the commands (%v): make generate-cli", err)
	}
	if n := len(strings.Fields(text)); n > maxReferenceWords {
		t.Errorf("docs/CLI.md has %d words, at most %d are allowed", n, maxReferenceWords)
	}
}

// maxReferenceWords is the maximum length of docs/CLI.md, in words.
const maxReferenceWords = 6000

// Every command has a manual page. This test also writes the manual pages for a release.
func TestManualPages(t *testing.T) {
	dir := *manualPages
	if dir == "" {
		dir = t.TempDir()
	}
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		seconds = 0
	}
	date := time.Unix(seconds, 0).UTC()
	root := documented(t)
	err = doc.GenManTree(root, &doc.GenManHeader{Title: "LEASEHOLD", Section: "1", Source: "Leasehold", Manual: "Leasehold", Date: &date}, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range everyCommand(root) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Contains(page, []byte(".SH EXAMPLE")) || !bytes.Contains(page, []byte(cmd.Short)) {
			t.Errorf("%s: %v, or it does not say what the command does", name, err)
		}
	}
}
