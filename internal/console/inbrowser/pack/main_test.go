package main

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/console/inbrowser"
)

// The stored browser engine was built from the current sources. An outdated engine could show wrong
// amounts.
func TestTheBrowserEngineIsCurrent(t *testing.T) {
	t.Parallel()
	record, err := inbrowser.Record()
	if err != nil {
		t.Fatal(err)
	}
	if err := current(t.Context(), "../../../..", record); err != nil {
		t.Error(err)
	}
	if !inbrowser.Current() {
		t.Error("the program does not offer its engine")
	}
	record.RulesRevision++
	if err := current(t.Context(), "../../../..", record); err == nil {
		t.Error("an engine of other rules passes")
	}
}
