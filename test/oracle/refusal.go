package oracle

import "fmt"

// Refusal is the error for a lease or report request that breaks one of METHOD's rules.
type Refusal struct {
	Field  string // path of the invalid field, such as `events[1].termMonths`
	Reason string
}

func (r *Refusal) Error() string { return r.Field + ": " + r.Reason }

func refuse(field, reason string, values ...any) error {
	return &Refusal{field, fmt.Sprintf(reason, values...)}
}
