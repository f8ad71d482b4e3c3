package oracle

import "fmt"

// Refusal is the error for a request whose terms or amounts violate a rule.
type Refusal struct {
	Field  string // path such as `events[1].termMonths`
	Reason string
}

func (r *Refusal) Error() string { return r.Field + ": " + r.Reason }

func refuse(field, reason string, values ...any) error {
	return &Refusal{field, fmt.Sprintf(reason, values...)}
}
