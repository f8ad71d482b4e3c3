package oracle_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// METHOD 13.1: omitting a lease's last events changes neither the initial amounts nor the rows and
// events before the omitted events. Reports on periods that end before the omitted events do not
// change either.
func TestMethod13_1_EventsDoNotChangeEarlierRows(t *testing.T) {
	t.Parallel()
	many(t, 5, func(seed uint64) (body []byte, compared int, faults []string) {
		body = leases.Generate(seed)
		whole, err := leasehold.Decode(body)
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		all, err := leasehold.Measure(whole)
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		if whole.FunctionalCurrency != (money.Currency{}) || whole.CommencementDate.Year > 2200 { // a report on part of the lease would need other exchange rates
			return nil, 0, nil
		}
		d := leases.NewDice(seed, 5)
		for _, k := range []int{len(whole.Events) - 1, d.N(len(whole.Events) + 1)} {
			if k < 0 || k == len(whole.Events) {
				continue
			}
			n, broken := before(d, whole, all, k)
			compared += n
			for _, fault := range broken {
				faults = append(faults, fmt.Sprintf("without events[%d] and later ones: %s", k, fault))
			}
		}
		return body, compared, faults
	})
}

// before compares a lease's full result with the result for its first k events only.
func before(d *leases.Dice, whole *leasehold.Lease, all *leasehold.Measurement, k int) (compared int, faults []string) {
	prefix := *whole
	if prefix.Events = whole.Events[:k:k]; k == 0 {
		prefix.Events = nil
	}
	date := whole.Events[k].Date
	some, err := leasehold.Measure(&prefix)
	if err != nil {
		return 0, []string{err.Error()}
	}
	got, err := valuesOf(leasehold.AppendSchedule(some, nil))
	if err != nil {
		return 0, []string{err.Error()}
	}
	want, err := valuesOf(leasehold.AppendSchedule(all, nil))
	if err != nil {
		return 0, []string{err.Error()}
	}
	for path, text := range got {
		list, rest, _ := strings.Cut(path, ".")
		index, _, _ := strings.Cut(rest, ".")
		i, _ := strconv.Atoi(index)
		same := strings.HasPrefix(list, "initial") || list == "events" || list == "schedule" && some.Schedule[i].Last.Before(date)
		if compared++; same && want[path] != text {
			faults = append(faults, fmt.Sprintf("%s is %s, want %s", path, want[path], text))
		}
	}
	eve, from := date.Prev(), whole.CommencementDate
	if d.Chance(50) {
		if later := from.AddMonths(d.N(all.Lease.TermMonths)); later.Before(date) {
			from = later
		}
	}
	var answers [2][]byte
	for i, l := range []*leasehold.Lease{&prefix, whole} {
		q := &portfolio.Question{From: from, To: eve, Leases: []portfolio.Lease{{Lease: l}}, Journal: portfolio.Monthly}
		r, err := portfolio.Answer(q)
		if err != nil {
			return compared, append(faults, err.Error())
		}
		answers[i] = r.Append(nil)
	}
	if compared++; !bytes.Equal(answers[0], answers[1]) {
		faults = append(faults, fmt.Sprintf("the report from %s to %s is\n%s\nwant\n%s", from, eve, answers[1], answers[0]))
	}
	return compared, faults
}
