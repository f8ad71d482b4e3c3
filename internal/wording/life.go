package wording

import "github.com/leasehold-accounting/leasehold"

// Line is a line of a schedule: a period, or an event before it.
type Line struct {
	Period *leasehold.Period      // nil for an event
	Event  *leasehold.EventResult // nil for a period
}

// Schedule returns the rows of a lease's life and the events between them, in
// the order in which they are recorded.
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

// precedes reports whether an event is recorded before the row that follows the given number of
// rows. An index change that was expensed within a row follows that row.
func precedes(e *leasehold.EventResult, rows int) bool {
	if e.WithinRow {
		return e.Row+1 <= rows
	}
	return e.Row <= rows
}
