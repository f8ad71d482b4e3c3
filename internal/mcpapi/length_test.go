package mcpapi

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Beyond 64 KiB only calls of tools pass, and beyond 256 KiB only those whose operation
// has longer bodies, wherever method and name stand in the message.
func TestLongMessagesAreCallsOfTools(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat(" ", n) }
	call := func(tool string, n int) string {
		return `{"jsonrpc":"2.0","id":1,"params":{"arguments":{"x":[` + long(n) + `]},"name":"` + tool + `"},"method":"tools/call"}`
	}
	for _, tt := range []struct {
		text    string
		refused bool
	}{
		{`{"method":"initialize","params":{"capabilities":{"experimental":[` + strings.Repeat("[],", shortMessage/3) + `[]]}}}`, true},
		{`{"method":"tools/list"}` + long(shortMessage), true},
		{call("compute_lease", shortMessage), false},
		{call("compute_lease", usualMessage), true},
		{call("no_such_tool", usualMessage), true},
		{call("verify_schedule", usualMessage), false},
		{call("verify_schedule", operations.Verify.MaxBody+envelope), true},
		{call("report_leases", operations.Verify.MaxBody+envelope), false},
		{call("report_leases", operations.Report.MaxBody+envelope), true},
		{`[` + call("compute_lease", shortMessage) + `,` + call("compute_lease", shortMessage) + `]`, false},
		{`[` + call("compute_lease", 1) + `,{"method":"ping","params":{"a":"` + strings.Repeat("x", shortMessage) + `"}}]`, true},
		{`[` + call("report_leases", usualMessage) + `]`, true},
		{`{"method":"tools/call","params":` + long(shortMessage), false}, // no JSON, which is told elsewhere
	} {
		if fault := longMessages([]byte(tt.text)); (fault != nil) != tt.refused {
			t.Errorf("%.60s… of %d bytes: %v", tt.text, len(tt.text), fault)
		}
	}
}
