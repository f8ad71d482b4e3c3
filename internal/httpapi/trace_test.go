package httpapi_test

import (
	"strings"
	"testing"
)

// The log contains the trace ID of a request with a valid Traceparent header, and no trace ID for
// other requests.
func TestTheLogNamesTheTraceOfACaller(t *testing.T) {
	t.Parallel()
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	for header, valid := range map[string]bool{
		"00-" + trace + "-00f067aa0ba902b7-01":   true,
		"cc-" + trace + "-00f067aa0ba902b7-00-x": true,
		"ff-" + trace + "-00f067aa0ba902b7-01":   false,
		"00-" + trace + "-00f067aa0ba902b7":      false,
		"00-" + trace + "-00f067aa0ba902b7-01x":  false,
	} {
		d := open(t, nil)
		d.do("GET", "/", "", "Traceparent", header)
		if logged := d.log.String(); !strings.Contains(logged, `"request"`) || strings.Contains(logged, `"trace":"`+trace+`"`) != valid {
			t.Errorf("%q: %s", header, logged)
		}
	}
}
