package doors

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// errorExamples returns the messages of the API contract's error examples, by example name.
func errorExamples(t *testing.T) map[string]string {
	t.Helper()
	var document struct {
		Components struct {
			Responses map[string]struct {
				Content map[string]struct {
					Examples map[string]struct {
						Value struct {
							Error struct{ Code, Message string }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(api.JSON(""), &document); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, r := range document.Components.Responses {
		for name, e := range r.Content["application/json"].Examples {
			all[name] = e.Value.Error.Code + ": " + e.Value.Error.Message
		}
	}
	return all
}

// varying matches the parts of a message that differ between runs.
var varying = regexp.MustCompile(`\d{4}-\d{2}(-\d{2}T\S+Z)?|in \d+ s`)

// TestErrorExamplesAreRealResponses checks that each error example in the API contract equals a
// real response, because developers may write clients from the examples. The example of an internal
// error has its own test.
func TestErrorExamplesAreRealResponses(t *testing.T) {
	want := errorExamples(t)
	binary := program.MustBuild(t)
	server := binary.Serve(t)
	keys := binary.MustCreateKeys(t, server.DB, "free", "test", 3)
	client := wire.NewClient(server.URL(), 4)
	t.Cleanup(client.Close)
	seen := map[string]bool{"failed": true}
	see := func(name string, call wire.Call) {
		t.Helper()
		reply, err := client.Do(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		p := reply.Problem()
		got := varying.ReplaceAllString(p.Code+": "+p.Message, "*")
		if example := varying.ReplaceAllString(want[name], "*"); got != example {
			t.Errorf("%s: the server says %q, the example %q", name, got, example)
		}
		seen[name] = true
	}

	const part = `{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000`
	const whole = part + `,"discountRateAnnual":0.05}`
	compute := wire.Call{Path: wire.Path("compute"), Key: keys[0].Key}
	with := func(body string) wire.Call { c := compute; c.Body = body; return c }
	see("percent", with(part+`,"discountRateAnnual":5}`))
	see("text", with(part+`,"discountRateAnnual":"5%"}`))
	see("unknown", with(part+`,"discountRateAnnual":0.05,"rate":0.05}`))
	see("missing", with(part+`}`))
	see("syntax", with(part))
	if _, err := client.Do(t.Context(), with(whole).Keyed("k")); err != nil {
		t.Fatal(err)
	}
	see("reused", with(part+`,"discountRateAnnual":0.06}`).Keyed("k"))
	see("method", wire.Call{Method: http.MethodGet, Path: wire.Path("compute"), Key: keys[0].Key})
	see("no-key", wire.Call{Path: wire.Path("compute"), Body: whole})
	see("unknown-key", wire.Call{Path: wire.Path("compute"), Key: "sk_test_unknown", Body: whole})
	hasty := wire.Call{Path: wire.Path("classify"), Key: keys[1].Key, Body: whole}
	for range 10 {
		if _, err := client.Do(t.Context(), hasty); err != nil {
			t.Fatal(err)
		}
	}
	see("rate", hasty)
	one := `{"from":"2026-01-01","to":"2026-12-31","leases":[` + leasesOf(1) + `]}`
	see("plan", wire.Call{Path: wire.Path("report"), Key: keys[0].Key, Body: one})
	pro := binary.MustCreateKeys(t, server.DB, "pro", "test", 1)
	many := wire.Call{Path: wire.Path("report"), Key: pro[0].Key, Body: `{"from":"2026-01-01","to":"2026-12-31","leases":[` + leasesOf(120) + `]}`}
	for range 41 { // uses 4,920 of 5,000 units
		if reply, err := client.Do(t.Context(), many); err != nil || reply.Status != http.StatusOK {
			t.Fatal(reply, err)
		}
	}
	see("quota-report", many)
	spent := wire.Call{Path: wire.Path("schedule"), Key: keys[2].Key, Body: whole}
	for _, calls := range []int{10, 10, 5} { // a restart resets the rate limits, which are in the process's memory
		for range calls {
			if _, err := client.Do(t.Context(), spent); err != nil {
				t.Fatal(err)
			}
		}
		client.Close()
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	see("quota", spent)
	for name := range want {
		if !seen[name] {
			t.Errorf("the example %s was not compared", name)
		}
	}
}

// Responses are compressed only if both the operator and the client allow it. Decompression
// restores the uncompressed response's bytes.
func TestCompressionIsOptional(t *testing.T) {
	binary := program.MustBuild(t)
	for _, flags := range [][]string{nil, {"--compress"}} {
		server := binary.Serve(t, flags...)
		keys := binary.MustCreateKeys(t, server.DB, "pro", "test", 2)
		client := wire.NewClient(server.URL(), 2)
		call := wire.Call{
			Path: wire.Path("schedule"), Key: keys[0].Key,
			Body: `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		}.Keyed("k")
		plain, err := client.Do(t.Context(), call)
		if err != nil || plain.Header.Get("Content-Encoding") != "" {
			t.Fatalf("%v %v", err, plain.Header)
		}
		packed, err := client.Do(t.Context(), call.With("Accept-Encoding", "gzip"))
		if err != nil {
			t.Fatal(err)
		}
		client.Close()
		if len(flags) == 0 {
			if packed.Header.Get("Content-Encoding") != "" {
				t.Errorf("compressed without --compress: %v", packed.Header)
			}
			continue
		}
		if packed.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(packed.Header.Get("Vary"), "Accept-Encoding") {
			t.Fatalf("headers %v", packed.Header)
		}
		r, err := gzip.NewReader(strings.NewReader(string(packed.Body)))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		packed.Body = body
		if err != nil || packed.Figures() != plain.Figures() {
			t.Errorf("unpacks to something else: %v", err)
		}
	}
}

// leasesOf returns n leases with ids, as the elements of a JSON array.
func leasesOf(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"L-%d","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":12000,"discountRateAnnual":0.05}`, i)
	}
	return strings.Join(list, ",")
}
