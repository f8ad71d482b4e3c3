package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Every operation of the service has a command with output formats.
func TestEveryOperationIsACommand(t *testing.T) {
	t.Parallel()
	for _, op := range operations.All() {
		cmd, _, err := newRootCommand().Find([]string{op.Command})
		if err != nil || cmd.Name() != op.Command || cmd.Flag("format") == nil || cmd.Flag("output") == nil {
			t.Errorf("%s: the command is missing or incomplete: %v", op, err)
		}
	}
}

// Every command's help contains a description and an example.
func TestHelpOfEveryCommandShowsAnExample(t *testing.T) {
	t.Parallel()
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			visit(c)
		}
		if cmd.Short == "" {
			t.Errorf("%s does not say what it does", cmd.CommandPath())
		}
		var stdout, stderr bytes.Buffer
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("leasehold %s: exit status %d: %s", strings.Join(args, " "), code, &stderr)
		}
		_, examples, found := strings.Cut(stdout.String(), "Examples:\n")
		if !found || !strings.Contains(examples, cmd.CommandPath()) && cmd.Name() != "help" {
			t.Errorf("leasehold %s shows no example of the command", strings.Join(args, " "))
		}
	}
	visit(newRootCommand())
}

// Flag argument names in the help follow one convention.
func TestHelpNamesTheValuesOfFlags(t *testing.T) {
	t.Parallel()
	words := []string{"", "int", "string", "duration", "file", "folder", "URL", "host:port", "ID", "date", "code", "address", "addresses", "command", "origins", "names", "amount", "rate", "hash", "name", "period", "condition", "heading=field", "size", "order", "mark", "method", "parts", "action", "number", "month", "format"}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			visit(c)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if word, _ := pflag.UnquoteUsage(f); !slices.Contains(words, word) {
				t.Errorf("%s --%s %s: use one of %q", cmd.CommandPath(), f.Name, word, words)
			}
		})
	}
	visit(newRootCommand())
}
