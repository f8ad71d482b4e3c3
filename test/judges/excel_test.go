//go:build judges

package judges

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/console"
)

// The files that Excel loads equal the files that Microsoft's tools generate from the script, and
// Microsoft's manifest parser accepts the manifest. Microsoft's store validates add-ins only
// online, so the test does not cover it.
func TestTheAddinPassesMicrosoftsValidator(t *testing.T) {
	pages, err := console.NewStatic(console.StaticOptions{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, address := range pages.Unlinked() {
		w := httptest.NewRecorder()
		pages.Handlers()["/excel/"].ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(address)), w.Body.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := run(t, dir, "custom-functions-metadata", "generate", "functions.js", "made.json"); err != nil {
		t.Fatalf("custom-functions-metadata: %v\n%s", err, out)
	}
	var ours, theirs any
	for name, to := range map[string]*any{"functions.json": &ours, "made.json": &theirs} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = json.Unmarshal(text, to)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if !reflect.DeepEqual(ours, theirs) {
		t.Errorf("ours   %v\ntheirs %v", ours, theirs)
	}
	out, err := run(t, dir, "office-addin-manifest", "info", "manifest.xml")
	if err != nil {
		t.Fatalf("office-addin-manifest: %v\n%s", err, out)
	}
	for _, want := range []string{"Name: Leasehold", "Type: TaskPaneApp", "Hosts: Workbook", "/excel/functions.html"} {
		if !strings.Contains(out, want) {
			t.Errorf("the manifest's reader does not say %q:\n%s", want, out)
		}
	}
}
