package closingfile

import "fmt"

// Link is a closing with the name of its file.
type Link struct {
	File string
	*Closing
}

// CheckChain verifies that the closings are consecutive in the given order. Each closing must begin
// on the day after the preceding closing ends, and contain the chain of the preceding closing.
// CheckChain returns one message for each closing that is missing, replaced or out of order.
func CheckChain(links []Link) (faults []string) {
	for i := range links[min(1, len(links)):] {
		before, l := &links[i], &links[i+1]
		switch {
		case l.Previous == before.Chain && l.From == before.To.Next():
		case l.Previous == before.Chain:
			faults = append(faults, fmt.Sprintf("%s begins on %s; it must begin on %s, because %s ends on the preceding day", l.File, l.From, before.To.Next(), before.File))
		case l.Previous == "":
			faults = append(faults, fmt.Sprintf("%s names no previous closing, but %s is listed before it", l.File, before.File))
		default:
			faults = append(faults, l.chainFault(links, before))
		}
	}
	return faults
}

// chainFault describes why closing l, which contains the chain of another closing, cannot directly
// follow closing before.
func (l *Link) chainFault(links []Link, before *Link) string {
	for i := range links {
		if links[i].Chain == l.Previous {
			return fmt.Sprintf("%s follows %s (chain %.12s) and not %s: the order was changed", l.File, links[i].File, l.Previous, before.File)
		}
	}
	if before.To.Next().Before(l.From) {
		return fmt.Sprintf("%s was signed after a closing with the hash %.12s (field chain), which is not among the given closings: a closing between %s and %s is missing",
			l.File, l.Previous, before.To, l.From)
	}
	return fmt.Sprintf("%s was signed after a closing with the hash %.12s (field chain), but %s has the hash %.12s: %s was replaced after %s was signed",
		l.File, l.Previous, before.File, before.Chain, before.File, l.File)
}
