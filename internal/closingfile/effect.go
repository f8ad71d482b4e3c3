package closingfile

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Effect says what a move does to the opening.
func (move *Move) Effect() (string, error) {
	if move.Late == "" {
		if move.Kind == Ended {
			return "the books carry nothing of it any more", nil
		}
		return "no effect on the opening", nil
	}
	var late map[string]json.RawMessage
	if err := json.Unmarshal([]byte(move.Late), &late); err != nil {
		return "", fmt.Errorf("read a late change: %w", err)
	}
	var parts []string
	for _, name := range portfolio.SignedNames() {
		if late[name] == nil {
			continue
		}
		var change struct {
			Signed, Now, Difference json.Number
		}
		if err := json.Unmarshal(late[name], &change); err != nil {
			return "", fmt.Errorf("read a late change: %w", err)
		}
		parts = append(parts, fmt.Sprintf("%s %s (signed %s, now %s)", name, change.Difference, change.Signed, change.Now))
	}
	return "opening " + strings.Join(parts, ", "), nil
}
