package docs

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// connector returns the program under a heading on the page about connectors.
func connector(t *testing.T, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(read(t, filepath.Join(root, "docs/CONNECTORS.md")), "\n## "+heading+"\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	if programs := blocks(section); found && len(programs) > 0 && programs[0].kind == "python" {
		return programs[0].text
	}
	t.Fatalf("no program under %q", heading)
	return ""
}

// workplace returns a shell in a directory that contains the program, the test leases and some
// files.
func workplace(t *testing.T, files map[string]string) *shell {
	t.Helper()
	s := newShell(t, built(t))
	for name, text := range files {
		path := filepath.Join(s.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// want runs a command in the shell and checks its output and exit status.
func (s *shell) want(command, output string, status int) {
	s.t.Helper()
	got, code := s.run(command)
	if code != status {
		s.t.Fatalf("%s: exit status %d, want %d\n%s", command, code, status, got)
	}
	s.compare("CONNECTORS.md", command, got, output)
}

// standIn replaces langchain_core if it is not installed. It contains only the parts that the
// connector uses.
const standIn = `
class StructuredTool:
    @classmethod
    def from_function(cls, function):
        tool = cls()
        tool.function, tool.name, tool.description = function, function.__name__, function.__doc__
        return tool

    def invoke(self, arguments):
        return self.function(**arguments)
`

// The example program, which uses the API over HTTP, prints the output that the page shows. The
// LangChain tools return either the amounts or the error.
func TestTheConnectorsOverHTTPWork(t *testing.T) {
	t.Parallel()
	s := workplace(t, map[string]string{
		"leasehold_http.py": connector(t, "Plain HTTP in Python"), "lease_tools.py": connector(t, "LangChain"), "standin/langchain_core/tools.py": standIn,
		"use.py": `
from lease_tools import tools
lease = {"id": "L-1", "commencementDate": "2026-01-01", "termMonths": 36, "paymentAmount": 10000, "discountRateAnnual": 0.06}
import json
by_name = {tool.name: tool for tool in tools}
assert all(tool.description for tool in tools)
print(json.loads(by_name["classify_lease"].invoke({"lease": lease}))["classification"])
report = by_name["report_leases"].invoke({"leases": [lease], "start": "2026-01-01", "end": "2026-01-31"})
print(json.loads(report)["leases"][0]["liability"]["closing"])
print(by_name["classify_lease"].invoke({"lease": dict(lease, termMonths=0)}))
`,
	})
	s.want(`leasehold dev > leasehold.txt &`, "", 0)
	s.want(`until grep -qs 'Press Ctrl-C' leasehold.txt; do sleep 0.1; done; grep -o 'sk_test_[0-9A-Za-z]*' leasehold.txt`, "…", 0)
	s.want(`export LEASEHOLD_KEY=sk_test_… LEASEHOLD_URL=http://127.0.0.1:8080`, "", 0)
	s.want(`python3 leasehold_http.py`, "330353.71", 0)
	s.want(`python3 -c 'import langchain_core' 2>/dev/null || export PYTHONPATH=$PWD/standin`, "", 0)
	s.want(`python3 use.py`, "operating\n321955.48\nError: termMonths: …", 0)
}

// erpnext is a server that validates its document types as ERPNext does, and counts the requests.
type erpnext struct {
	t  *testing.T
	mu sync.Mutex

	documents map[string]journalEntry // documents by reference number
	posts     int
}

// journalEntry and entryAccount contain the fields that the program may write. Pointer fields are
// mandatory.
type journalEntry struct {
	Doctype     string         `json:"doctype"`
	VoucherType *string        `json:"voucher_type"`
	Company     *string        `json:"company"`
	PostingDate *string        `json:"posting_date"`
	Reference   *string        `json:"cheque_no"`
	ReferenceOn *string        `json:"cheque_date"`
	Remark      string         `json:"user_remark"`
	Accounts    []entryAccount `json:"accounts"`
}

type entryAccount struct {
	Account *string      `json:"account"`
	Debit   *json.Number `json:"debit_in_account_currency"`
	Credit  *json.Number `json:"credit_in_account_currency"`
}

// fault returns the reason to reject a document, or "".
func (e *journalEntry) fault() string {
	for name, field := range map[string]*string{
		"voucher_type": e.VoucherType, "company": e.Company, "posting_date": e.PostingDate, "cheque_no": e.Reference, "cheque_date": e.ReferenceOn,
	} {
		if field == nil || *field == "" {
			return "mandatory: " + name
		}
	}
	if _, err := time.Parse(time.DateOnly, *e.PostingDate); err != nil || *e.ReferenceOn != *e.PostingDate {
		return "posting_date: " + *e.PostingDate
	}
	if *e.VoucherType != "Journal Entry" || *e.Company != "ACME" || len(e.Accounts) < 2 {
		return "voucher_type, company or accounts"
	}
	sum := new(big.Rat)
	for _, a := range e.Accounts {
		if a.Account == nil || !strings.HasSuffix(*a.Account, " - ACME") || a.Debit == nil || a.Credit == nil {
			return "mandatory: a member of accounts"
		}
		debit, _ := new(big.Rat).SetString(a.Debit.String())
		credit, _ := new(big.Rat).SetString(a.Credit.String())
		if debit == nil || credit == nil || debit.Sign() < 0 || credit.Sign() < 0 || (debit.Sign() == 0) == (credit.Sign() == 0) {
			return fmt.Sprintf("account %s: debit %s, credit %s", *a.Account, a.Debit, a.Credit)
		}
		sum.Add(sum, debit).Sub(sum, credit)
	}
	if sum.Sign() != 0 {
		return "Total Debit must be equal to Total Credit"
	}
	return ""
}

func (s *erpnext) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Path != "/api/resource/Journal Entry" || r.Header.Get("Authorization") != "token key:secret" {
		s.t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
	}
	data := any([]map[string]string{})
	if r.Method == http.MethodGet {
		var filters [][]any
		if err := json.Unmarshal([]byte(r.URL.Query().Get("filters")), &filters); err != nil || len(filters) != 3 {
			s.t.Errorf("filters of %s: %v", r.URL, err)
			return
		}
		if _, found := s.documents[fmt.Sprint(filters[1][2])]; found && filters[1][0] == "cheque_no" {
			data = []map[string]string{{"name": "ACC-JV-1"}}
		}
	} else {
		s.posts++
		var e journalEntry
		d := json.NewDecoder(r.Body)
		d.DisallowUnknownFields()
		fault := ""
		if err := d.Decode(&e); err != nil {
			fault = err.Error()
		} else if fault = e.fault(); fault == "" {
			s.documents[*e.Reference] = e
			data = map[string]string{"name": fmt.Sprintf("ACC-JV-%d", s.posts)}
		}
		if fault != "" {
			s.t.Errorf("document %+v: %s", e, fault)
			w.WriteHeader(http.StatusExpectationFailed)
		}
	}
	if err := json.NewEncoder(w).Encode(map[string]any{"data": data}); err != nil {
		s.t.Error(err)
	}
}

const connectorLeases = `id,commencementDate,termMonths,paymentAmount,discountRateAnnual,currency
L-1,2026-01-01,36,10000,0.06,EUR
L-2,2026-01-15,24,2500.55,0.05,EUR
`

// The connector sends a month's entries as documents that ERPNext accepts. If it runs again, it
// does not send a document twice. If an account or the currency is wrong, it sends no document.
func TestTheConnectorOfERPNextWorks(t *testing.T) {
	t.Parallel()
	books := &erpnext{t: t, documents: map[string]journalEntry{}}
	server := httptest.NewServer(books)
	t.Cleanup(server.Close)
	const accounts = `{"Right-of-use asset": "Leased assets - ACME", "Lease liability": "Lease liability - ACME", "Cash": "Cash - ACME", "Lease expense": "Rent - ACME"}`
	s := workplace(t, map[string]string{
		"erpnext.py": connector(t, "ERPNext"), "leases.csv": connectorLeases, "accounts.json": strings.Replace(accounts, `"Cash"`, `"Bank"`, 1), "right.json": accounts,
	})
	s.want("export ERPNEXT_URL="+server.URL+" ERPNEXT_TOKEN=key:secret ERPNEXT_COMPANY=ACME ERPNEXT_CURRENCY=EUR", "", 0)
	const run = `leasehold report --from 2026-01-01 --to 2026-01-31 --journal monthly --format json leases.csv | %spython3 erpnext.py`
	s.want(fmt.Sprintf(run, ""), "accounts.json lacks Cash", 1)
	s.want("cp right.json accounts.json", "", 0)
	s.want(fmt.Sprintf(run, "ERPNEXT_CURRENCY=USD "), "ACME keeps its books in USD, but there are leases in EUR", 1)
	if books.posts != 0 {
		t.Fatalf("%d documents were sent", books.posts)
	}
	s.want(fmt.Sprintf(run, ""), "4 created, 0 already existed", 0)
	delete(books.documents, "L-2-202601") // as if the connector had stopped before it sent this document
	s.want(fmt.Sprintf(run, ""), "1 created, 3 already existed", 0)
	s.want(fmt.Sprintf(run, ""), "0 created, 4 already existed", 0)
	if debit := books.documents["L-1-20260101"].Accounts[0].Debit; books.posts != 5 || debit.String() != "330353.71" {
		t.Errorf("%d documents were sent, the first debit is %s", books.posts, debit)
	}
}

// airflow contains modules that replace Airflow's classes and write the tasks as JSON.
var airflow = map[string]string{
	"airflow/sdk.py": `
class DAG:
    def __init__(self, name, schedule, start_date, catchup, max_active_runs): self.name = name
    def __enter__(self): return self
    def __exit__(self, *a): pass
`,
	"airflow/providers/standard/operators/bash.py": `
tasks = []
class BashOperator:
    def __init__(self, task_id, bash_command, cwd, env=None, append_env=False):
        tasks.append({"id": task_id, "command": bash_command, "cwd": cwd, "env": env or {}, "before": ""})
        self.task = tasks[-1]
    def __rshift__(self, after): after.task["before"] = self.task["id"]
`,
	"airflow/timetables/interval.py": `
class CronDataIntervalTimetable:
    def __init__(self, cron, timezone): assert (cron, timezone) == ("0 0 1 * *", "UTC")
`,
}

// The connector's tasks close three months in sequence. Repeated tasks change nothing, and a task
// fails if the preceding month is not closed.
func TestTheConnectorOfAirflowWorks(t *testing.T) {
	t.Parallel()
	files := map[string]string{"dag.py": connector(t, "Airflow"), "leases.csv": connectorLeases, "closings/.keep": ""}
	maps.Copy(files, airflow)
	s := workplace(t, files)
	text, status := s.run(`python3 -m py_compile dag.py && python3 -c 'import json, dag; from airflow.providers.standard.operators.bash import tasks; print(json.dumps(tasks))'`)
	var tasks []struct {
		ID, Command, Cwd, Before string
		Env                      map[string]string
	}
	if err := json.Unmarshal([]byte(strings.TrimSpace(text)), &tasks); err != nil || status != 0 || len(tasks) != 2 || tasks[1].Before != "close" || tasks[0].Cwd != tasks[1].Cwd {
		t.Fatalf("tasks %s: %v", text, err)
	}
	rendered := func(from time.Time) string {
		command := ""
		for name, template := range tasks[0].Env {
			to := map[string]string{
				"2026-01":                        "2026-01",
				"{{ data_interval_start | ds }}": from.Format(time.DateOnly),
				"{{ macros.ds_add(data_interval_end | ds, -1) }}":       from.AddDate(0, 1, -1).Format(time.DateOnly),
				"{{ data_interval_start.strftime('%Y-%m') }}":           from.Format("2006-01"),
				"{{ macros.ds_add(data_interval_start | ds, -1)[:7] }}": from.AddDate(0, 0, -1).Format("2006-01"),
			}[template]
			if to == "" {
				t.Fatalf("%s is %s", name, template)
			}
			command += fmt.Sprintf("export %s=%s\n", name, to)
		}
		return "(set -e\n" + command + tasks[0].Command + "\n)"
	}
	january := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if out, status := s.run(rendered(january.AddDate(0, 2, 0))); status == 0 || !strings.Contains(out, "closings/2026-02.json") {
		t.Errorf("March without February: %d, %s", status, out)
	}
	for month := range 3 {
		for range 2 {
			if out, status := s.run(rendered(january.AddDate(0, month, 0))); status != 0 {
				t.Fatalf("month %d: %s", month+1, out)
			}
		}
	}
	s.want("ls closings/*.json", "closings/2026-01.json\nclosings/2026-02.json\nclosings/2026-03.json", 0)
	s.want(tasks[1].Command, "…", 0)
	if image := read(t, filepath.Join(root, "deploy/Dockerfile")); !strings.Contains(image, "ENTRYPOINT [\"/leasehold\"]") {
		t.Error("the program is not the entry point of the image")
	}
}
