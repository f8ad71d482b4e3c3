package oracle

import "fmt"

// Refusal reports that a rule on the terms or the arithmetic makes a request
// invalid.
type Refusal struct {
	Field  string // as `events[1].termMonths`
	Reason string
}

func (r *Refusal) Error() string { return r.Field + ": " + r.Reason }

func refuse(field, reason string, values ...any) error {
	return &Refusal{field, fmt.Sprintf(reason, values...)}
}
