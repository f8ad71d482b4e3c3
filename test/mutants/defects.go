package main

import (
	"bytes"
	"fmt"
	"os"
)

// defect is a change that breaks one of the service's promises, so that the fault test must fail.
type defect struct {
	name     string
	file     string
	from, to string
	test     string
	flags    []string
}

var defects = []defect{
	{
		"respond before the commit (SQLite)", "internal/usagedb/sqlite/writer.go", "return w.writeCounters(ctx)\n",
		"for _, j := range computations {\n\t\t\tj.finish()\n\t\t}\n\t\ttime.Sleep(20 * time.Millisecond)\n\t\treturn w.writeCounters(ctx)\n",
		"TestKillUnderLoad/sqlite",
		[]string{"-kill-cycles=40"},
	},
	{
		"respond before the sync (PostgreSQL)", "internal/usagedb/postgres/record.go", "recorded, err := runRecord(",
		"_, _ = conn.Exec(ctx, \"SET synchronous_commit = off\")\n\trecorded, err := runRecord(",
		"TestDatabaseFails/killed",
		[]string{"-test.count=5", "-test.failfast"},
	},
	{
		"leave a failed commit in the log", "internal/usagedb/sqlite/transaction.go", "err := w.overwriteFailedCommit(ctx)", "err := error(nil)",
		"TestDiskErrors",
		[]string{"-test.count=10", "-test.failfast"},
	},
	{
		"wait for headers for ever", "cmd/leasehold/serve.go", "readHeaderTimeout = 5 * time.Second", "readHeaderTimeout = time.Hour",
		"TestSlowClients", nil,
	},
}

// tryDefects runs each defect's fault test and returns an error if a test does not fail.
func tryDefects() error {
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // the system deletes temporary directories
	missed := 0
	for _, d := range defects {
		text, err := os.ReadFile(d.file)
		if err != nil {
			return err
		}
		offset := bytes.Index(text, []byte(d.from))
		if offset < 0 {
			return fmt.Errorf("%s does not contain %q", d.file, d.from)
		}
		overlay, err := (&mutant{file: d.file, offset: offset, from: d.from, to: d.to}).write(scratch)
		if err != nil {
			return err
		}
		// The tests also build the program, so their environment must contain the overlay.
		if err := os.Setenv("GOFLAGS", "-overlay="+overlay); err != nil {
			return err
		}
		if err := run("build", "-o", os.DevNull, "./cmd/leasehold"); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		if run(append([]string{"test", "-count=1", "-vet=off", "-timeout", "30m", "-run", "^" + d.test + "$", "./test/faults"}, d.flags...)...) == nil {
			missed++
			fmt.Printf("not found: %s\n", d.name)
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d of %d defects were not found", missed, len(defects))
	}
	fmt.Printf("all %d defects found\n", len(defects))
	return nil
}
