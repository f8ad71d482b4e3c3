package oracle_test

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// GenerateReport writes a valid report request: a few leases as [Generate]
// draws them, and a span before, around, within or after them.
func GenerateReport(seed uint64) []byte {
	d := leaseDice(seed, 3)
	var leases []*sketch
	for i := range d.n(3) + 1 {
		l := draw(d)
		l.set("id", strconv.Quote(fmt.Sprintf("L%d", i+1)))
		if d.chance(50) {
			l.set("tags", pick(d, `{"entity":"North"}`, `{"entity":"South"}`, `{"entity":"North","class":"plant"}`, `{}`))
		}
		leases = append(leases, l)
	}
	from, to := leases[0].span()
	r := &request{}
	r.set("from", day(from))
	r.set("to", day(to))
	bodies := make([]string, len(leases))
	one := true
	for i, l := range leases {
		bodies[i] = l.json()
		one = one && l.get("currency") == leases[0].get("currency")
	}
	r.set("leases", "["+strings.Join(bodies, ",")+"]")
	var by []string
	for _, member := range []string{"standard", "classification", "currency", "tag:entity"} {
		if d.chance(30) || member == "currency" && !one {
			by = append(by, strconv.Quote(member))
		}
	}
	if len(by) > 0 {
		r.set("groupBy", "["+strings.Join(by, ",")+"]")
	}
	if d.chance(60) {
		r.set("journal", pick(d, `"monthly"`, `"monthly"`, `"none"`))
	}
	return []byte(r.json(d))
}

// span is a span of days near the life of the lease.
func (l *sketch) span() (from, to time.Time) {
	end := l.month(l.months).AddDate(0, 0, -1)
	from = l.dayWithin(l.first.AddDate(0, 0, -40), end.AddDate(0, 0, 40))
	switch l.n(5) {
	case 0: // the whole life
		from = l.first.AddDate(0, 0, -l.n(3))
		return from, end.AddDate(0, 0, l.n(3))
	case 1: // a calendar year
		from = time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(1, 0, -1)
	case 2: // a month
		from = time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC)
		return from, from.AddDate(0, 1, -1)
	case 3: // around the last event
		if !l.last.IsZero() {
			from = l.last.AddDate(0, 0, -l.n(3))
			return from, from.AddDate(0, 0, l.n(40))
		}
	default:
	}
	return from, from.AddDate(0, 0, l.n(800))
}

// tell answers a report request.
func tell(body string) (map[string]string, error) {
	question, err := oracle.ReadReport([]byte(body))
	if err != nil {
		return nil, err
	}
	report, err := oracle.Tell(question)
	if err != nil {
		return nil, err
	}
	figures := map[string]string{}
	for _, f := range report.Figures() {
		figures[f.Path] = f.Text
	}
	return figures, nil
}
