package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// TestHealthQueriesTheServer checks the health command, which containers without a shell use. It
// succeeds while the server is ready, including over TLS, and fails after the server has stopped.
func TestHealthQueriesTheServer(t *testing.T) {
	t.Parallel()
	cert, key, _ := selfSigned(t)
	for name, settings := range map[string][]string{
		"plain": nil,
		"TLS":   {"LEASEHOLD_TLS_CERT=" + cert, "LEASEHOLD_TLS_KEY=" + key},
	} {
		server := &program.Server{
			Binary: all.tool, Address: freeAddress(t), DB: "sqlite:" + filepath.Join(t.TempDir(), "own.db"), Env: settings,
		}
		if err := server.Launch(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Kill)
		environment := append([]string{"LEASEHOLD_ADDR=" + server.Address}, settings...)
		ready := false
		for range 500 {
			out, err := all.tool.RunIn(t.Context(), environment, "health")
			if ready = err == nil && out.Code == 0 && out.Stdout == "ready\n"; ready {
				break
			}
		}
		if !ready {
			t.Errorf("%s: health does not find the server ready", name)
		}
		server.Kill()
		if out, err := all.tool.RunIn(t.Context(), environment, "health"); err != nil || out.Code != 1 {
			t.Errorf("%s: without a server health ends with %d, %v", name, out.Code, err)
		}
	}
}

// TestServeWarnsOfUnknownVariables checks that the server logs the name of an unknown environment
// variable, such as a misspelled one.
func TestServeWarnsOfUnknownVariables(t *testing.T) {
	t.Parallel()
	server := &program.Server{
		Binary: all.tool, DB: "sqlite:" + filepath.Join(t.TempDir(), "own.db"), Env: []string{"LEASEHOLD_PUBLIC_ULR=https://leases.example"},
	}
	server.MustStart(t)
	if !strings.Contains(server.Log(), "LEASEHOLD_PUBLIC_ULR is not a setting and has no effect (did you mean LEASEHOLD_PUBLIC_URL?)") {
		t.Errorf("the log has %s", server.Log())
	}
}
