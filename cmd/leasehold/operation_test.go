package main

import (
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Every operation of the service has a command with help texts and output formats.
func TestEveryOperationIsACommand(t *testing.T) {
	t.Parallel()
	for _, op := range operations.All() {
		cmd, _, err := newRootCommand().Find([]string{op.Command})
		if err != nil || cmd.Name() != op.Command || cmd.Short == "" || cmd.Long == "" || cmd.Example == "" || cmd.Flag("format") == nil || cmd.Flag("output") == nil {
			t.Errorf("%s: the command is missing or incomplete: %v", op, err)
		}
		if !op.OfLease() {
			continue
		}
		i := slices.IndexFunc(leaseOperations, func(o *operation) bool { return o.Operation == op })
		if i < 0 {
			t.Errorf("%s has no command", op)
			continue
		}
		if o := leaseOperations[i]; o.short == "" || o.long == "" || o.example == "" || o.table == nil {
			t.Errorf("the command %s is incomplete", op.Command)
		}
	}
}
