package wording

import "github.com/leasehold-accounting/leasehold"

// Line is a line of a schedule: either a period or an event.
type Line struct {
	Period *leasehold.Period      // nil if the line is an event
	Event  *leasehold.EventResult // nil if the line is a period
}

// Schedule returns the periods and events of a lease in the order in which they are recorded.
func Schedule(m *leasehold.Measurement) []Line {
	list := make([]Line, 0, len(m.Schedule)+len(m.Events))
	events := m.Events
	for i := 0; i <= len(m.Schedule); i++ {
		for len(events) > 0 && precedes(&events[0], i) {
			list, events = append(list, Line{Event: &events[0]}), events[1:]
		}
		if i < len(m.Schedule) {
			list = append(list, Line{Period: &m.Schedule[i]})
		}
	}
	return list
}

// precedes reports whether an event is recorded before the period that follows the first rows
// periods. An index change within a period that was expensed is recorded after this period.
func precedes(e *leasehold.EventResult, rows int) bool {
	if e.WithinRow {
		return e.Row+1 <= rows
	}
	return e.Row <= rows
}
