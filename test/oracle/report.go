package oracle

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Question asks for a report: leases over a span of days.
type Question struct {
	From, To date
	Leases   []*Request
	GroupBy  []string
	Journal  string // none or monthly
	OnError  string // stop or skip
}

// Report holds the figures of leases over a span.
type Report struct {
	From, To date
	leases   []*leaseFigures
	groupBy  []string
	monthly  []monthlyEntry
	journal  bool
	skipped  []skip
}

// skip is a lease that was left out.
type skip struct {
	index int
	id    string
	field string
}

// ReadReport parses a valid report request.
func ReadReport(body []byte) (*Question, error) {
	m, err := read(body)
	if err != nil {
		return nil, err
	}
	q := &Question{From: m.day("from"), To: m.day("to"), Journal: m.text("journal", "none"), OnError: m.text("onError", "stop")}
	q.Leases, _ = list(m, "leases", readLease)
	q.GroupBy = m.texts("groupBy")
	return q, *m.err
}

// Tell computes a report.
func Tell(q *Question) (*Report, error) {
	if q.From.after(q.To) {
		return nil, refuse("from", "is after to")
	}
	r := &Report{From: q.From, To: q.To, groupBy: q.GroupBy, journal: q.Journal == "monthly"}
	seen := map[string]bool{}
	for i, lease := range q.Leases {
		var refusal *Refusal
		b, err := write(lease)
		if err == nil && seen[lease.ID] {
			err = refuse("id", "is that of an earlier lease")
		}
		switch {
		case errors.As(err, &refusal) && q.OnError == "skip":
			r.skipped = append(r.skipped, skip{i, lease.ID, fmt.Sprintf("leases[%d].%s", i, refusal.Field)})
			continue
		case errors.As(err, &refusal):
			return nil, refuse(fmt.Sprintf("leases[%d].%s", i, refusal.Field), "lease %s: %s", lease.ID, refusal.Reason)
		case err != nil:
			return nil, err
		}
		seen[lease.ID] = true
		r.leases = append(r.leases, b.span(q.From, q.To))
		if r.journal {
			r.monthly = append(r.monthly, b.months(q.From, q.To)...)
		}
	}
	if len(r.currencies()) > 1 && !slices.Contains(q.GroupBy, "currency") {
		return nil, refuse("groupBy", "leases in %s add up by currency alone", strings.Join(r.currencies(), ", "))
	}
	return r, nil
}

// currencies lists those of the leases, each once.
func (r *Report) currencies() []string {
	var all []string
	for _, f := range r.leases {
		all = append(all, f.lease.Currency)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// group is a number of leases whose printed figures add up.
type group struct {
	key      string // as `standard=IFRS_16|currency=EUR`
	leases   int
	decimals int
	amounts  sheet
	bands    []band
}

func (g *group) add(f *leaseFigures) {
	g.leases++
	g.decimals = f.lease.decimals()
	for name, amount := range f.amounts {
		g.amounts.add(name, amount)
	}
	for i, window := range f.bands {
		if i == len(g.bands) {
			g.bands = append(g.bands, band{window.from, window.to, new(big.Int), new(big.Int)})
		}
		g.bands[i].principal.Add(g.bands[i].principal, window.principal)
		g.bands[i].interest.Add(g.bands[i].interest, window.interest)
	}
}

// groups adds the leases up by the question's members.
func (r *Report) groups() []*group {
	if len(r.groupBy) == 0 {
		return nil
	}
	var all []*group
	for _, f := range r.leases {
		var parts []string
		for _, by := range r.groupBy {
			parts = append(parts, by+"="+f.by(by))
		}
		key := strings.Join(parts, "|")
		i := slices.IndexFunc(all, func(g *group) bool { return g.key == key })
		if i < 0 {
			i = len(all)
			all = append(all, &group{key: key, amounts: sheet{}})
		}
		all[i].add(f)
	}
	return all
}

// by is a lease's value of a member that reports group by.
func (f *leaseFigures) by(member string) string {
	switch member {
	case "standard":
		return f.lease.Standard
	case "classification":
		return f.class
	case "currency":
		return f.lease.Currency
	default:
		return f.lease.Tags[strings.TrimPrefix(member, "tag:")]
	}
}
