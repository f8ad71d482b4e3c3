// Package costly builds requests that cost as much as the API contract allows. Each request is
// described by a few numbers, so that a search can vary them and a test can send it again.
package costly

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Request describes a request in numbers. A number outside the API contract's limits is replaced by
// the nearest limit.
type Request struct {
	Operation   string // name of the operation
	Standard    string
	Discounting string
	Frequency   string
	Timing      string
	Months      int
	Others      int // number of one-off payments
	OtherEvery  int // days between one-off payments
	OtherFrom   int // day of the first one-off payment
	Events      int
	EventEvery  int // days between events
	EventFrom   int // day of the first event
	Kind        int // kind of events; see [Request.event]
	Steps       int // number of rent steps
	Escalation  bool
	Adjusted    bool // whether the lease has incentives and initial direct costs
	Digits      int  // digits of amounts and rates
	Rows        int  // schedule rows in a verification
	Leases      int  // leases in a report
	Monthly     bool // whether a report has monthly entries
	Skip        bool // whether invalid leases are skipped; the last event is then invalid
	Received    bool // whether every second one-off payment is a receipt
	Divided     bool // whether the rent is divided between lease and services
	Taxed       bool
	Calendar    bool // whether periods start on a fixed day of the calendar
	Tie         bool // whether a balance before a final payment is exactly half a cent; see [Request.tie]
	Free        int  // rent-free periods of one month each
	Variable    int  // number of variable payments
	Rates       int  // number of rows in a rate table
}

// Seeds returns the requests that a search starts from: a verification, a computation, a comparison
// and a report. Their leases have many remeasurements.
func Seeds() []Request {
	w := Request{
		Operation: "compute", Standard: "IFRS_16", Discounting: "actual_365", Frequency: "monthly", Timing: "advance",
		Months: 1200, Others: 1100, OtherEvery: 30, OtherFrom: 250, Events: 200, EventEvery: 1, EventFrom: 1, Kind: 1, Digits: 2,
	}
	list := []Request{w}
	for _, change := range []func(*Request){
		func(r *Request) { r.Operation = "classify" },
		func(r *Request) { r.Operation = "compare" },
		func(r *Request) { r.Operation, r.Rows, r.Escalation, r.Adjusted = "verify", 1400, true, true },
		func(r *Request) { r.Operation, r.Others, r.Events, r.Kind, r.Leases = "report", 0, 20, 0, 5000 },
		func(r *Request) { r.Operation, r.Others, r.Leases, r.Skip = "report", 0, 40, true },
		func(r *Request) { r.Operation, r.Leases = "report", 138 },
		func(r *Request) { r.Kind, r.Months = 4, 1199 },
		func(r *Request) { r.Received = true },
		func(r *Request) { r.Tie, r.EventEvery = true, 0 },
		func(r *Request) { r.Discounting, r.Others, r.Steps, r.Kind = "nominal", 0, 800, 5 },
		func(r *Request) { r.Discounting, r.Escalation, r.Digits, r.Kind = "nominal", true, 17, 5 },
		func(r *Request) { r.Discounting, r.Divided, r.Taxed = "nominal", true, true },
		func(r *Request) { r.Discounting, r.Divided, r.Taxed, r.Steps, r.Others = "nominal", true, true, 800, 0 },
		func(r *Request) { r.Discounting, r.Others, r.Free = "nominal", 300, 120 },
		func(r *Request) {
			r.Discounting, r.Others, r.Variable, r.EventEvery, r.Kind = "nominal", 0, 900, 180, 2
		},
		func(r *Request) { r.Calendar = true },
		func(r *Request) { r.Others, r.Rates = 0, 600 },
		func(r *Request) { r.Frequency, r.OtherEvery, r.Received = "annual", 33, true },
		func(r *Request) { // each event shortens the term, and the lessee receives incentives
			r.Discounting, r.Frequency, r.Timing, r.OtherFrom, r.EventEvery, r.EventFrom, r.Kind = "effective", "annual", "arrears", 212, 30, 203, 4
			r.Steps, r.Escalation, r.Adjusted, r.Received, r.Calendar = 628, true, true, true, true
		},
		func(r *Request) { // a few impairments divide a one-year row with many payments
			r.Operation, r.Frequency, r.OtherEvery, r.EventEvery, r.Kind, r.Divided, r.Taxed = "compare", "annual", 23, 82, 6, true, true
		},
		func(r *Request) { // index changes are expensed, and there are variable payments
			r.Operation, r.Standard, r.Others, r.EventEvery, r.Kind, r.Variable, r.Divided, r.Calendar = "compare", "GASB_87", 817, 17, 2, 543, true, true
		},
	} {
		r := w
		change(&r)
		list = append(list, r)
	}
	return list
}

// events returns how many events the limits allow if each event remeasures all rows.
func (r *Request) events() int {
	period := map[string]int{"monthly": 1, "quarterly": 3, "semiannual": 6, "annual": 12}[r.Frequency]
	single := 10 // cost of one payment; see leasehold.Lease.Effort
	if r.Discounting == "nominal" {
		single = 4
	}
	rows := r.Months/period + 2 + min(r.Steps, member.MaxRentSteps) + single*min(r.Others, member.MaxOtherPayments)
	return max(0, min(r.Events, member.MaxEvents, member.MaxMeasuredRows/rows-1))
}

// Plain returns the request that others are compared with.
func Plain() Request {
	return Request{
		Operation: "compute", Standard: "ASC_842", Discounting: "nominal", Frequency: "monthly", Timing: "advance", Months: 60, Digits: 2,
	}
}

var commencement = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Body returns the request's body.
func (r *Request) Body() []byte {
	var b bytes.Buffer
	switch r.Operation {
	case "report":
		b.WriteString(`{"from":"2026-01-01","to":"2026-12-31"`)
		if r.Monthly {
			b.WriteString(`,"journal":"monthly"`)
		}
		if r.Skip {
			b.WriteString(`,"onError":"skip"`)
		}
		b.WriteString(`,"leases":[`)
		for i := range max(1, r.Leases) {
			before := b.Len()
			if i > 0 {
				b.WriteByte(',')
			}
			r.lease(&b, "L-"+strconv.Itoa(i))
			if b.Len() > 8<<20-2 {
				b.Truncate(before)
				break
			}
		}
		b.WriteString(`]}`)
	case "verify":
		b.WriteString(`{"lease":`)
		r.lease(&b, "")
		b.WriteString(`,"theirs":{"initialLiability":1,"schedule":[`)
		for i := range min(r.Rows, member.MaxTermMonths+member.MaxEvents+1) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"period":%d,"rouAssetClose":%d,"liabilityClose":%d,"payment":3,"interest":2,"principal":7,"leaseExpense":3,"rouAmortization":4}`, i+1, i+1, i+5)
		}
		b.WriteString(`]}}`)
	default:
		r.lease(&b, "")
	}
	return b.Bytes()
}

// lease appends a lease as JSON.
func (r *Request) lease(b *bytes.Buffer, id string) {
	b.WriteByte('{')
	if id != "" {
		fmt.Fprintf(b, `"id":%q,`, id)
	}
	if r.Tie {
		r.tie(b)
		return
	}
	rate := `"discountRateAnnual":0.06` + digits(r.Digits)
	if r.Rates > 0 {
		rate = r.table()
	}
	amount := "10000." + digits(r.Digits)
	fmt.Fprintf(b, `"commencementDate":%q,"termMonths":%d,"paymentAmount":%s,%s,"standard":%q,"paymentFrequency":%q,"paymentTiming":%q`,
		day(0), r.Months, amount, rate, r.Standard, r.Frequency, r.Timing)
	if r.Divided {
		b.WriteString(`,"components":[{"name":"a","kind":"lease","standalonePrice":0.` + digits(r.Digits) + `7},{"name":"b","kind":"service","standalonePrice":0.13}]`)
	}
	if r.Taxed {
		b.WriteString(`,"irrecoverableTaxRate":0.19` + digits(r.Digits))
	}
	if r.Calendar {
		b.WriteString(`,"calendar":{"from":"2026-01-20"}`)
	}
	if r.Discounting != "nominal" {
		fmt.Fprintf(b, `,"basis":{"discounting":%q}`, r.Discounting)
	}
	if r.Escalation {
		fmt.Fprintf(b, `,"annualEscalationPct":0.01%s`, digits(min(r.Digits, 13)))
	}
	if r.Adjusted {
		b.WriteString(`,"leaseIncentives":5,"initialDirectCosts":7`)
	}
	last := int(commencement.AddDate(0, r.Months, 0).Sub(commencement)/(24*time.Hour)) - 1
	list(b, "rentSteps", r.Steps, func(i int) string {
		if i+2 > r.Months || r.Escalation || r.Frequency != "monthly" || r.Calendar {
			return ""
		}
		return fmt.Sprintf(`{"from":%q,"paymentAmount":%d}`, commencement.AddDate(0, i+1, 0).Format(time.DateOnly), 10001+i)
	})
	list(b, "otherPayments", min(r.Others, member.MaxOtherPayments), func(i int) string {
		on := r.OtherFrom + i*max(1, r.OtherEvery)
		if on > last {
			return ""
		}
		if r.Received && i%2 == 1 {
			return fmt.Sprintf(`{"date":%q,"amount":1,"kind":"incentive"}`, day(on))
		}
		return fmt.Sprintf(`{"date":%q,"amount":1}`, day(on))
	})
	list(b, "rentFree", min(r.Free, member.MaxRentFree), func(i int) string {
		if 2*i+1 > r.Months {
			return ""
		}
		return fmt.Sprintf(`{"from":%q,"months":1,"share":0.3%s}`, commencement.AddDate(0, 2*i, 0).Format(time.DateOnly), digits(r.Digits))
	})
	list(b, "variablePayments", min(r.Variable, member.MaxVariablePayments), func(i int) string {
		if on := 30 * i; on <= last {
			return fmt.Sprintf(`{"date":%q,"amount":1}`, day(on))
		}
		return ""
	})
	events := r.events()
	list(b, "events", events, func(i int) string {
		on := r.EventFrom + i*max(1, r.EventEvery)
		if on > last {
			return ""
		}
		if r.Skip && i == events-1 {
			return fmt.Sprintf(`{"type":"impairment","date":%q,"impairmentLoss":1e15}`, day(on))
		}
		return r.event(i, day(on))
	})
	b.WriteByte('}')
}

// tie appends fields for a lease whose balance, without its final payment of one cent, ends in half
// a cent. In lowest terms, the fraction 1 + rate / 12 is d / q, and d is even. At the end of the
// second month, d / 2 cents are paid.
func (r *Request) tie(b *bytes.Buffer) {
	q := int64(3) // 12 × 10^17 = 2^19 × 3 × 5^17
	for range 17 {
		q *= 5
	}
	d := q + q/13
	for d%2 > 0 || d%3 == 0 || d%5 == 0 {
		d++
	}
	rate := fmt.Sprintf("0.%017d", (d-q)<<19)
	end := commencement.AddDate(0, r.Months, -1).Format(time.DateOnly)
	fmt.Fprintf(b, `"commencementDate":%q,"termMonths":%d,"paymentAmount":0,"discountRateAnnual":%s,"standard":%q,"paymentTiming":"arrears",`+
		`"otherPayments":[{"date":"2026-02-28","amount":%d.%02d},{"date":%q,"amount":0.01}]`, day(0), max(r.Months, 3), rate, r.Standard, d/200, d/2%100, end)
	list(b, "events", r.events(), func(int) string {
		return fmt.Sprintf(`{"type":"modification","date":"2026-02-01","discountRateAnnual":%s}`, rate)
	})
	b.WriteByte('}')
}

// table returns a rate table, to be used instead of a rate.
func (r *Request) table() string {
	var b bytes.Buffer
	b.WriteString(`"discountRates":[`)
	for i := range min(r.Rates, 2000) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"validFrom":%q,"termMonths":%d,"discountRateAnnual":0.0%d1}`, day(i/2), 1+i%2*1199, 100+i)
	}
	b.WriteByte(']')
	return b.String()
}

// Kinds is the number of kinds of events.
const Kinds = 8

// event returns the i-th event as JSON, with the given date.
func (r *Request) event(i int, on string) string {
	rate := fmt.Sprintf(`"discountRateAnnual":%.4f%s`, .05+float64(i)/10000, digits(min(r.Digits, 13)))
	if r.Rates > 0 { // the rate table supplies the rate
		rate = fmt.Sprintf(`"initialDirectCosts":%d`, i)
	}
	switch r.Kind % Kinds {
	case 1:
		if i%2 == 1 {
			rate += `,"retainedShare":0.999`
		}
	case 2:
		return fmt.Sprintf(`{"type":"index","date":%q,"paymentAmount":%d}`, on, 10001+i)
	case 3:
		rate += fmt.Sprintf(`,"paymentAmount":%d`, 10001+i)
	case 4:
		return fmt.Sprintf(`{"type":"modification","date":%q,"termMonths":%d,%s}`, on, max(r.Months-i-1, 1), rate)
	case 5:
		return fmt.Sprintf(`{"type":"index","date":%q,"changePct":0.0000%s}`, on, digits(min(r.Digits, 13)))
	case 6:
		return fmt.Sprintf(`{"type":"impairment","date":%q,"impairmentLoss":0.01}`, on)
	case 7:
		rate += fmt.Sprintf(`,"annualEscalationPct":0.01%s`, digits(min(r.Digits, 13)))
	}
	return fmt.Sprintf(`{"type":"modification","date":%q,%s}`, on, rate)
}

// list appends a JSON list of n elements, or nothing if n is 0.
func list(b *bytes.Buffer, name string, n int, element func(i int) string) {
	begun := false
	for i := range n {
		text := element(i)
		if text == "" {
			break
		}
		if !begun {
			fmt.Fprintf(b, `,%q:[`, name)
		} else {
			b.WriteByte(',')
		}
		begun = true
		b.WriteString(text)
	}
	if begun {
		b.WriteByte(']')
	}
}

func day(n int) string { return commencement.AddDate(0, 0, n).Format(time.DateOnly) }

// digits returns n nonzero digits.
func digits(n int) string {
	text := make([]byte, max(1, min(n, 390)))
	for i := range text {
		text[i] = "123456789"[i%9]
	}
	return string(text)
}
