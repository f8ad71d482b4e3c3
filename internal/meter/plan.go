// Package meter holds the arithmetic of limits: plans, the UTC month and the sliding minute.
// Results depend only on the times that the caller passes.
package meter

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Plan names a set of limits.
type Plan string

// The plans.
const (
	Free Plan = "free"
	Pro  Plan = "pro"
)

// Has reports whether the plan includes the operations of the plan least.
func (p Plan) Has(least Plan) bool { return p == least || least == Free }

// Limits are the limits of a plan per key and per account.
type Limits struct {
	PerMinute    int   // requests in any 60 seconds, over all operations
	PerMonth     int64 // computations in a UTC calendar month, or Unlimited
	KeysPerMonth int   // keys that an account may create in a UTC calendar month
}

// Unlimited is the PerMonth of a plan without a quota. It is too large to be reached, and small
// enough that sums do not overflow.
const Unlimited = 1 << 62

// Plans holds the limits of every plan.
type Plans map[Plan]Limits

// Names lists the plans, the smallest first.
func (p Plans) Names() []Plan {
	return slices.SortedFunc(maps.Keys(p), func(a, b Plan) int {
		return cmp.Or(cmp.Compare(p[a].PerMonth, p[b].PerMonth), cmp.Compare(a, b))
	})
}

// String lists the names as in "free and pro".
func (p Plans) String() string {
	var text strings.Builder
	names := p.Names()
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(string(name))
	}
	return text.String()
}

// Default returns the plan of new accounts and of keys without an explicit plan: free, or the
// smallest plan if there is no free one.
func (p Plans) Default() Plan {
	if _, ok := p[Free]; ok {
		return Free
	}
	return p.Names()[0]
}

// Standard returns the published limits.
func Standard() Plans {
	return Plans{
		Free: {PerMinute: 10, PerMonth: 25, KeysPerMonth: 3},
		Pro:  {PerMinute: 120, PerMonth: 5000, KeysPerMonth: 20},
	}
}

// Month is a UTC calendar month, the window of the quota, written as a number
// yyyymm: 202611.
type Month int

// MonthOf returns the month in which t falls.
func MonthOf(t time.Time) Month {
	year, month, _ := t.UTC().Date()
	return monthOf(year, month)
}

func monthOf(year int, month time.Month) Month { return Month(year*100 + int(month)) }

// ParseMonth reads yyyy-mm.
func ParseMonth(text string) (Month, error) {
	t, err := time.Parse("2006-01", text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a month in the form yyyy-mm", text)
	}
	return MonthOf(t), nil
}

// Start returns the month's first instant.
func (m Month) Start() time.Time { return m.start(0) }

// start returns the first instant of the month n months later.
func (m Month) start(n int) time.Time {
	return time.Date(int(m)/100, time.Month(int(m)%100+n), 1, 0, 0, 0, 0, time.UTC)
}

// Add returns the month n months later, or earlier for a negative n.
func (m Month) Add(n int) Month {
	return MonthOf(m.start(n))
}

// End returns the first instant after the month: when the quota rolls over.
func (m Month) End() time.Time { return m.start(1) }

// String returns m as yyyy-mm.
func (m Month) String() string { return fmt.Sprintf("%04d-%02d", int(m)/100, int(m)%100) }
