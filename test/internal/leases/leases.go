// Package leases draws random leases and report requests for tests, from the table of fields in
// internal/member. The same seed produces the same leases. A field added to the table is drawn
// automatically. The oracle checks which leases are valid.
package leases

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Some returns n valid leases without lists, objects, currencies or events, each as one line of
// JSON.
func Some(seed uint64, n int) []string {
	all := make([]string, n)
	for i := range all {
		l := Start(NewDice(seed<<32+uint64(i), 10), "")
		l.options(20, true, simple)
		all[i] = l.line()
	}
	return all
}

// Start returns a lease with only the required fields. An empty standard means a random one.
func Start(d *Dice, standard string) *Lease {
	for {
		l := &Lease{Dice: d, standard: standard, Size: 1 << d.Between(6, 20)}
		if standard == "" {
			l.standard = Pick(d, standards...)
		}
		l.base()
		l.readTerms()
		if l.Months <= 130 && l.Attempt(func() {}) {
			return l
		}
	}
}

// simple reports whether a lease without lists or conventions can have the field.
func simple(m *member.Member) bool {
	switch m.Group {
	case member.Standard, member.Payments, member.Adjustments, member.End, member.Criteria:
		return m.Kind == member.Choice || m.Kind == member.Flag || m.Kind == member.Amount || m.Kind == member.Months || m.Name == "annualEscalationPct"
	default:
		return false
	}
}

// Lives returns n leases, each as one line of JSON. Together they have every field and every type
// of event. A few are invalid.
func Lives(seed uint64, n int) []string {
	all := make([]string, 0, n)
	for i := 0; len(all) < n; i++ {
		l := Draw(NewDice(seed<<32+uint64(i), 18))
		if l.extreme || l.Months > 130 || l.First.Year() > 2200 {
			continue
		}
		l.Set("id", fmt.Sprintf(`"L-%d"`, len(all)))
		for _, field := range [][2]string{
			{"at", Day(l.First.AddDate(0, l.Between(-1, l.Months), 0))},
			{"evidence", `{"termMonths":{"quote":"Laufzeit: \"fünf Jahre\"","page":3}}`},
			{"discountRateBasis", strconv.Quote(Pick(l.Dice, member.RateBases...).Name)},
		} {
			if l.Chance(10) {
				l.Set(field[0], field[1])
			}
		}
		if all = append(all, l.line()); len(all)%15 == 0 && l.Refused != "" {
			all[len(all)-1] = line(l.Refused)
		}
	}
	return all
}

func (l *Lease) line() string { return line(l.JSON()) }

// line returns JSON without white space.
func line(text string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		panic(err)
	}
	return b.String()
}
