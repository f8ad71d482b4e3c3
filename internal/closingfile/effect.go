package closingfile

import "strings"

// Effect says how a move changes the opening.
func (move *Move) Effect() string {
	if move.Late == nil {
		if move.Kind == Ended {
			return "fully derecognized"
		}
		return "no effect on the opening"
	}
	var parts []string
	for _, c := range move.Late.Changes {
		text := func(a interface{ AppendPlaces([]byte, int) []byte }) string {
			return string(a.AppendPlaces(nil, move.Late.Places()))
		}
		parts = append(parts, c.Name+" "+text(c.Difference)+" (signed "+text(c.Signed)+", now "+text(c.Now)+")")
	}
	return "opening " + strings.Join(parts, ", ")
}
