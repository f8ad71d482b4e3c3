package faults

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

var (
	fuzzRequests = flag.Int("fuzz-requests", 5000, "requests of the black-box fuzzer")
	fuzzSeed     = flag.Uint64("fuzz-seed", 1, "its seed")
)

// field is a field of SPEC 2.1's request, with values at its limits and values just beyond them.
type field struct {
	name       string
	good, evil []string // valid and invalid values as JSON
}

// fields contains all fields. The list oddValues contains more invalid values for every field.
var fields = []field{
	{"standard", []string{`"ASC_842"`, `"IFRS_16"`, `"GASB_87"`}, []string{`"asc_842"`, `"ASC_842 "`, `"ASC-842"`}},
	{"commencementDate", []string{`"2025-01-31"`, `"2024-02-29"`, `"0001-01-01"`}, []string{
		`"2025-02-29"`, `"2025-1-31"`, `"31.01.2025"`, `"2025-01-31T00:00:00Z"`, `"2025-13-01"`, `"2025-00-10"`, `"2025-01-00"`, `"20250131"`, `" 2025-01-31"`,
	}},
	{"termMonths", []string{`1`, `1200`, `12.0`, `1.2e2`}, []string{`0`, `-1`, `1201`, `1.5`, `12.000001`, `1e400`}},
	{"paymentAmount", []string{`0.01`, `1`, `1000.005`, `1e3`}, []string{`0`, `-0.01`, `0.0`, `-1e3`}},
	{"discountRateAnnual", []string{`0`, `1`, `0.000000000001`, `1e0`}, []string{`-0.000001`, `1.000001`, `6`, `-0.1`}},
	{"paymentFrequency", []string{`"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`}, []string{`"Monthly"`, `"weekly"`}},
	{"paymentTiming", []string{`"advance"`, `"arrears"`}, []string{`"ADVANCE"`, `"arrear"`}},
	{"classification", []string{`"operating"`, `"finance"`}, []string{`"Finance"`, `"capital"`}},
	{"annualEscalationPct", []string{`0`, `1`, `0.03`}, []string{`-0.01`, `1.01`}},
	{"initialDirectCosts", []string{`0`, `0.01`}, []string{`-0.01`}},
	{"leaseIncentives", []string{`0`, `0.01`}, []string{`-0.01`}},
	{"prepaidRent", []string{`0`, `0.01`}, []string{`-0.01`}},
	{"residualValueGuarantee", []string{`0`, `0.01`}, []string{`-0.01`}},
	{"purchaseOptionAmount", []string{`0`, `0.01`}, []string{`-0.01`}},
	{"transfersOwnership", []string{`true`, `false`}, nil},
	{"purchaseOptionReasonablyCertain", []string{`true`, `false`}, nil},
	{"assetFairValue", []string{`0`, `1e9`}, []string{`-0.01`}},
	{"assetEconomicLifeMonths", []string{`1`, `1e3`}, []string{`0`, `-1`, `1.5`}},
	{"specializedAsset", []string{`true`, `false`}, nil},
}

// oddValues are invalid for every field: for example, values of other types, in other notations, or
// huge.
var oddValues = []string{
	`[]`, `{}`, `[1]`, `{"a":1}`, `""`, `"\u0000"`, `"\ud800"`, `"💶"`, `"1"`, `"true"`, `"NaN"`, `1e99999`, `-1e-99999`, `-0`,
	`123456789012345678901234567890`, `0.` + "0000000000000000000000000000000000000000001", `"` + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" + `"`,
	`truE`, `nul`, `NaN`, `Infinity`, `01`, `.5`, `5.`, `+1`, `0x10`, `1_000`, `'a'`, `"unclosed`, ``,
}

// oddity is a request in which one field or the whole body is invalid.
type oddity struct {
	op, body string
	field    string // name of the invalid field, or the body; "" if the error can name any field
}

// newOddity returns a random request with an invalid field or an invalid body.
func newOddity(r *rand.Rand) oddity {
	values := map[string]string{
		"commencementDate": `"2025-01-31"`, "termMonths": fmt.Sprint(1 + r.IntN(36)), "paymentAmount": `1000.01`, "discountRateAnnual": `0.06`,
	}
	for _, f := range fields {
		if r.IntN(3) == 0 {
			values[f.name] = f.good[r.IntN(len(f.good))]
		}
	}
	if values["termMonths"] == `1200` && r.IntN(20) > 0 {
		values["termMonths"] = `24` // a long response takes as much time as many short ones
	}
	odd := fields[r.IntN(len(fields))]
	o := oddity{op: wire.Operations[r.IntN(4)], field: odd.name}
	switch kind := r.IntN(10); {
	case kind < 4 && len(odd.evil) > 0:
		values[odd.name] = odd.evil[r.IntN(len(odd.evil))]
	case kind < 6:
		values[odd.name] = oddValues[r.IntN(len(oddValues))]
		o.field = "" // an invalid JSON literal makes the whole body invalid
	case kind == 6:
		delete(values, odd.name)
	case kind == 7:
		values[odd.name] = `null`
	case kind == 8:
		o.field = [...]string{"TermMonths", "termmonths", "termMonths ", "", "ключ", "a\\u0000b", "__proto__", strings.Repeat("x", 300)}[r.IntN(8)]
		values[o.field] = `1`
		o.field = ""
	}
	o.body = write(r, values)
	switch r.IntN(12) {
	case 0: // the field occurs twice
		o.body = strings.TrimSuffix(o.body, "}") + `,"` + odd.name + `":` + odd.good[0] + `}`
		o.field = ""
	case 1: // replace, remove or add random characters in the body
		i := r.IntN(len(o.body))
		o.body = o.body[:i] + string(rune(r.IntN(0x250))) + o.body[min(len(o.body), i+r.IntN(3)):]
		o.field = ""
	case 2:
		o.body = [...]string{`[` + o.body + `]`, o.body + o.body, o.body + ` x`, "\ufeff" + o.body, `"` + o.body, strings.Repeat(" ", 70_000) + o.body}[r.IntN(6)]
		o.field = ""
	}
	return o
}

// write returns a JSON object with the given values and its fields in random order.
func write(r *rand.Rand, values map[string]string) string {
	names := slices.Sorted(maps.Keys(values))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = `"` + name + `":` + values[name]
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// named reports whether an error message names the invalid field or the body.
func (o oddity) named(message string) bool {
	if o.field != "" {
		return strings.Contains(message, o.field)
	}
	if name, _, found := strings.Cut(message, ": "); found && name != "" {
		return true
	}
	return false
}

const odditiesAKey = 110 // requests per key, below the rate limit of 120 per minute

// TestFuzzedRequests checks that every request gets a documented response. No status may be 5xx,
// and the message of a 400 response must name the invalid field.
func TestFuzzedRequests(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	keys := createKeys(t, server.DB, *fuzzRequests/odditiesAKey+1)
	client := wire.NewClient(server.URL(), clients)
	defer client.Close()
	var mu sync.Mutex
	byStatus := map[int]int{}
	err := inParallel(clients, len(keys), func(i int) error {
		r := rand.New(rand.NewPCG(*fuzzSeed, uint64(i)))
		for range min(odditiesAKey, *fuzzRequests-i*odditiesAKey) {
			o := newOddity(r)
			call := wire.Call{Path: wire.Path(o.op), Key: keys[i].Key, Body: o.body}
			if r.IntN(4) == 0 {
				call = call.Keyed(fmt.Sprintf("odd-%d", r.IntN(50)))
			}
			reply, err := client.Do(t.Context(), call)
			if err != nil {
				return err
			}
			mu.Lock()
			byStatus[reply.Status]++
			mu.Unlock()
			if fault := o.judge(reply); fault != "" {
				t.Error(fault)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if byStatus[200] < *fuzzRequests/10 || byStatus[400] < *fuzzRequests/10 {
		t.Errorf("the requests do not reach both sides: %v", byStatus)
	}
	t.Logf("%d requests, by status %v", *fuzzRequests, byStatus)
}

// judge returns the violation in the response, or "".
func (o oddity) judge(reply wire.Reply) string {
	problem := reply.Problem()
	switch {
	case reply.Status == 200:
		return ""
	case reply.Status != 400 || problem.Code != "invalid_request":
		return fmt.Sprintf("undocumented: %.400s\n%v", o.body, reply)
	case !o.named(problem.Message) && !strings.HasPrefix(problem.Message, "Idempotency-Key"):
		return fmt.Sprintf("unnamed: %.400s\n(%q) in %q", o.body, o.field, problem.Message)
	default:
		return ""
	}
}
