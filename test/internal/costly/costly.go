// Package costly makes requests that cost as much as the contract allows, from a few
// numbers each, so that a search can change them and a test can send them again.
package costly

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
)

// Request is a request by its numbers. Those beyond the contract's bounds are brought
// within them.
type Request struct {
	Operation   string // by its name
	Standard    string
	Discounting string
	Frequency   string
	Timing      string
	Months      int
	Others      int // single payments
	OtherEvery  int // days between them
	OtherFrom   int // day of the first
	Events      int
	EventEvery  int // days between them
	EventFrom   int // day of the first
	Kind        int // of the events: what they change, see [Request.event]
	Steps       int // of the rent
	Escalation  bool
	Adjusted    bool // incentives and initial direct costs
	Digits      int  // of amounts and rates
	Rows        int  // of the schedule to verify
	Leases      int  // of a report
	Monthly     bool // entries of a report
	Skip        bool // leases that are wrong are skipped, and the last event is wrong
}

// Seeds returns the requests of which a search starts: a verification, a computation, a comparison
// and a report of the leases whose events measure them again and again.
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
	} {
		r := w
		change(&r)
		list = append(list, r)
	}
	return list
}

// Plain is what a request is compared with.
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
		for i := range min(r.Rows, 1401) {
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

// lease appends a lease.
func (r *Request) lease(b *bytes.Buffer, id string) {
	b.WriteByte('{')
	if id != "" {
		fmt.Fprintf(b, `"id":%q,`, id)
	}
	amount := "10000." + digits(r.Digits)
	fmt.Fprintf(b, `"commencementDate":%q,"termMonths":%d,"paymentAmount":%s,"discountRateAnnual":0.06%s,"standard":%q,"paymentFrequency":%q,"paymentTiming":%q`,
		day(0), r.Months, amount, digits(r.Digits), r.Standard, r.Frequency, r.Timing)
	if r.Discounting != "nominal" {
		fmt.Fprintf(b, `,"basis":{"discounting":%q}`, r.Discounting)
	}
	if r.Escalation {
		fmt.Fprintf(b, `,"annualEscalationPct":0.01%s`, digits(r.Digits))
	}
	if r.Adjusted {
		b.WriteString(`,"leaseIncentives":5,"initialDirectCosts":7`)
	}
	last := int(commencement.AddDate(0, r.Months, 0).Sub(commencement)/(24*time.Hour)) - 1
	list(b, "rentSteps", r.Steps, func(i int) string {
		from := 31 * (i + 1)
		if from > last || r.Escalation {
			return ""
		}
		return fmt.Sprintf(`{"from":%q,"paymentAmount":%d}`, day(from), 10001+i)
	})
	list(b, "otherPayments", min(r.Others, 1200), func(i int) string {
		on := r.OtherFrom + i*max(1, r.OtherEvery)
		if on > last {
			return ""
		}
		return fmt.Sprintf(`{"date":%q,"amount":1}`, day(on))
	})
	events := min(r.Events, 200)
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

// event is the i-th event.
func (r *Request) event(i int, on string) string {
	rate := fmt.Sprintf(`"discountRateAnnual":%.4f`, .05+float64(i)/10000)
	switch {
	case r.Kind%4 == 1 && i%2 == 1:
		rate += `,"retainedShare":0.999`
	case r.Kind%4 == 2:
		return fmt.Sprintf(`{"type":"index","date":%q,"paymentAmount":%d}`, on, 10001+i)
	case r.Kind%4 == 3:
		rate += fmt.Sprintf(`,"paymentAmount":%d`, 10001+i)
	}
	return fmt.Sprintf(`{"type":"modification","date":%q,%s}`, on, rate)
}

// list appends a list of up to n elements, where it has any.
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

// digits are so many digits, none of them 0.
func digits(n int) string {
	text := make([]byte, max(1, min(n, 390)))
	for i := range text {
		text[i] = "123456789"[i%9]
	}
	return string(text)
}
