package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

var (
	updateReference = flag.Bool("reference", false, "rewrite docs/CLI.md")
	manualPages     = flag.String("man", "", "folder for manual pages")
)

const referenceHead = `# The command line

Every command with its flags, as ` + "`--help`" + ` shows them. Made from the commands by ` + "`make generate-cli`" + `.

`

// everyCommand returns the commands that have their own documentation, sorted by name.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, everyCommand(c)...)
		}
	}
	return list
}

// documented returns the root command as documented, independent of the environment.
func documented(t *testing.T) *cobra.Command {
	t.Helper()
	t.Setenv("HOME", "/home/you")
	t.Setenv("XDG_DATA_HOME", "")
	root := newRootCommand()
	root.DisableAutoGenTag = true
	return root
}

var parents = regexp.MustCompile(`(?s)\n### SEE ALSO\n.*`)

// docs/CLI.md is current.
func TestTheCommandReferenceIsCurrent(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(referenceHead)
	commands := everyCommand(documented(t))
	for _, cmd := range commands {
		path := cmd.CommandPath()
		page.WriteString("- [" + path + "](#" + strings.ReplaceAll(path, " ", "-") + "): " + cmd.Short + "\n")
	}
	for _, cmd := range commands {
		var one bytes.Buffer
		if err := doc.GenMarkdown(cmd, &one); err != nil {
			t.Fatal(err)
		}
		page.WriteString("\n" + parents.ReplaceAllString(one.String(), ""))
	}
	text := regexp.MustCompile(`[ \t]+\n`).ReplaceAllString(strings.TrimRight(page.String(), "\n")+"\n", "\n")
	path := filepath.Join("../../docs/CLI.md")
	if *updateReference {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("docs/CLI.md is not made from the commands (%v): make generate-cli", err)
	}
}

// Every command has a manual page, which a release takes from here.
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
