package docs

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/browser"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// The reference page shows every operation in a browser that can connect only to the server, and
// complies with the page's content security policy.
func TestTheReferencePageRendersOffline(t *testing.T) {
	t.Parallel()
	server := program.MustBuild(t).Serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	chromium, err := browser.Program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--virtual-time-budget=20000", "--dump-dom", server.URL()+"/docs")
	var dom, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &dom, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium: %v\n%s", err, &log)
	}
	for _, path := range []string{"/v1/compute", "/v1/schedule", "/v1/journal-entries", "/v1/classify", "/healthz", "/readyz"} {
		if !strings.Contains(dom.String(), `data-path="`+path+`"`) {
			t.Errorf("%s is not shown", path)
		}
	}
	for line := range strings.SplitSeq(log.String(), "\n") {
		if strings.Contains(line, "CONSOLE") && (strings.Contains(line, "Refused") || strings.Contains(line, "violates") || strings.Contains(line, "Error")) {
			t.Errorf("the browser complains: %s", line)
		}
	}
}
