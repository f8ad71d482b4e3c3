package docs

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

// reporter starts a server for the report operation. It returns the server's address and a count of
// the requests it received.
func reporter(t *testing.T) (address string, asked *int) {
	t.Helper()
	asked = new(int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		body, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/api/v1/report" || r.Header.Get("Authorization") != "Bearer sk_test" {
			t.Errorf("%s %v: %v", r.URL, r.Header, err)
		}
		result, err := operations.Find("report").Compute(r.Context(), body)
		if refused, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": refused.Error()}}) // the test checks this response
			return
		}
		_, _ = w.Write(result.Append(nil)) // the test checks this response
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// recipe returns the spreadsheet guide's code block in the given language.
func recipe(t *testing.T, kind string) string {
	t.Helper()
	for _, b := range blocks(read(t, filepath.Join(root, "docs/SPREADSHEETS.md"))) {
		if b.kind == kind {
			return b.text
		}
	}
	t.Fatalf("no block of %s", kind)
	return ""
}

// runs executes a program with an interpreter and returns its output, decoded from JSON.
func runs(t *testing.T, interpreter, name, text string) (printed any) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), interpreter, path)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &printed)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return printed
}

const figures = `[["Lease","Liability","Asset","Cost","Cash paid"],["A",427932.2,427932.2,120000,120000]]`

func printed(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The Google Sheets script requests a report once, and throws if the response is an error.
func TestTheRecipeForGoogleSheetsWorks(t *testing.T) {
	t.Parallel()
	address, asked := reporter(t)
	got := runs(t, "node", "sheet.js", `
const { execFileSync } = require("node:child_process");
const settings = { LEASEHOLD_URL: "`+address+`", LEASEHOLD_KEY: "sk_test" };
const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => settings[name] }) };
const Session = { getScriptTimeZone: () => "UTC" };
const Utilities = { formatDate: (day) => day.toISOString().slice(0, 10) };
const UrlFetchApp = { fetch: (url, o) => ({ getContentText: () => execFileSync("curl", ["-sS", url, "-H", "Authorization: " + o.headers.Authorization, "-d", o.payload]).toString() }) };
`+recipe(t, "javascript")+`
const day = (text) => new Date(text + "T00:00:00Z");
const table = (months) => [["id", "commencementDate", "termMonths", "paymentAmount", "discountRateAnnual", ""], ["A", day("2026-01-01"), months, 10000, 0.06, ""], ["", "", "", "", "", ""]];
let refused = "";
try { LEASES(table(0), day("2026-01-01"), day("2026-12-31")); } catch (error) { refused = error.message; }
console.log(JSON.stringify([LEASES(table(60), day("2026-01-01"), day("2026-12-31")), refused]));
`).([]any)
	if got := printed(t, got[0]); got != figures {
		t.Errorf("got %s", got)
	}
	if refused, _ := got[1].(string); !strings.HasPrefix(refused, "leases[0].termMonths: ") {
		t.Errorf("refused with %q", refused)
	}
	if *asked != 2 {
		t.Errorf("%d requests for two calls", *asked)
	}
}

// The LibreOffice macro requests a report once, and shows the message if the response is an error.
func TestTheRecipeForLibreOfficeWorks(t *testing.T) {
	t.Parallel()
	address, asked := reporter(t)
	got := runs(t, "python3", "leasehold.py", recipe(t, "python")+`
table = lambda months: (("id", "commencementDate", "termMonths", "paymentAmount", "discountRateAnnual", ""), ("A", "2026-01-01", months, 10000.0, 0.06, ""), ("", "", "", "", "", ""))
print(json.dumps([ask(table(months), "2026-01-01", "2026-12-31", "`+address+`", "sk_test") for months in (60.0, 0.0)]))
`).([]any)
	if got := printed(t, got[0]); got != figures {
		t.Errorf("got %s", got)
	}
	if refused := printed(t, got[1]); !strings.HasPrefix(refused, `[["Error","leases[0].termMonths: `) {
		t.Errorf("refused with %s", refused)
	}
	if *asked != 2 {
		t.Errorf("%d requests for two calls", *asked)
	}
}

// The guide names every worksheet function with its arguments.
func TestTheGuideNamesEveryFunction(t *testing.T) {
	t.Parallel()
	text := read(t, filepath.Join(root, "docs/SPREADSHEETS.md"))
	for _, f := range worksheet.Functions() {
		var names []string
		for _, p := range f.Parameters {
			if p.Optional {
				p.Name = "[" + p.Name + "]"
			}
			names = append(names, p.Name)
		}
		if call := "`=LEASEHOLD." + f.Name + "(" + strings.Join(names, ", ") + ")`"; !strings.Contains(text, call) {
			t.Errorf("%s is not in the guide", call)
		}
	}
}
