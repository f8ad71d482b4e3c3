package strict

import (
	"fmt"
	"strings"
)

// Name returns the name of e, or "unknown" if e has no name.
func Name[E ~uint8](names []string, e E) string {
	if int(e) < len(names) {
		return names[e]
	}
	return "unknown"
}

// MarshalName implements MarshalText for an enumeration.
func MarshalName[E ~uint8](names []string, e E) ([]byte, error) {
	if int(e) >= len(names) {
		return nil, fmt.Errorf("%d is not one of %s", e, strings.Join(names, ", "))
	}
	return []byte(names[e]), nil
}

// UnmarshalName implements UnmarshalText for an enumeration.
func UnmarshalName[E ~uint8](names []string, e *E, text []byte) error {
	for i, name := range names {
		if string(text) == name {
			*e = E(i)
			return nil
		}
	}
	return fmt.Errorf("%s is not one of %s", Quote(string(text)), strings.Join(names, ", "))
}
