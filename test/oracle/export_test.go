package oracle

import "testing"

// LeaseAgainstEngine and ReportAgainstEngine compare the engine's response to a request with the
// oracle's response. The external test package sets both variables, because the oracle does not
// import the engine.
var LeaseAgainstEngine, ReportAgainstEngine func(body []byte) (compared int, faults []string)

// wantEngineToAgree compares every figure of a worked example with the engine, so that the example
// tests both engine and oracle.
func wantEngineToAgree(t *testing.T, compare func(body []byte) (compared int, faults []string), body string) {
	t.Helper()
	compared, faults := compare([]byte(body))
	if compared == 0 || len(faults) > 0 {
		t.Errorf("%d figures compared with the engine: %q in %s", compared, faults, body)
	}
}
