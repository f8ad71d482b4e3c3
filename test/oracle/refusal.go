package oracle

import "fmt"

// Refusal says that a request has no answer: a rule that depends on its terms
// or on the arithmetic forbids it.
type Refusal struct {
	Field  string // as `events[1].termMonths`
	Reason string
}

func (r *Refusal) Error() string { return r.Field + ": " + r.Reason }

func refuse(field, reason string, values ...any) error {
	return &Refusal{field, fmt.Sprintf(reason, values...)}
}
