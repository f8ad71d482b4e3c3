package closingfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Differences compares the signed closing c with the recomputed closing now. The result has one
// message for each lease that differs.
func (c *Closing) Differences(now *Closing) (list []string) {
	signed, inputs := c.Signed().ByID()
	figures, again := now.Signed().ByID()
	whole := len(c.Signed().Periods) == len(now.Signed().Periods) // false if the preceding closing was not supplied
	ids := maps.Clone(inputs)
	maps.Copy(ids, again)
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		differ := figuresDiffer(signed[id], figures[id], whole)
		switch {
		case again[id] == "":
			list = append(list, fmt.Sprintf("lease %s of the closing is not among the given leases%s", id, differ))
		case inputs[id] == "":
			list = append(list, fmt.Sprintf("lease %s is among the given leases but not in the closing%s", id, differ))
		case inputs[id] != again[id]:
			list = append(list, fmt.Sprintf("lease %s was changed after it was signed%s", id, differ))
		case differ != "":
			list = append(list, fmt.Sprintf("the figures of lease %s differ from the signed figures%s", id, differ))
		}
	}
	if len(list) == 0 && c.Digest != now.Digest {
		list = append(list, "the digest does not match its leases")
	}
	return list
}

// figuresDiffer compares the balances of a lease and, if posted is true, its posted amounts. The
// result lists the amounts that differ, or is "" if all are equal.
func figuresDiffer(signed, now *portfolio.Signed, posted bool) string {
	signed, now = cmp.Or(signed, new(portfolio.Signed)), cmp.Or(now, new(portfolio.Signed))
	places := cmp.Or(signed.Currency, now.Currency).Places()
	shown := func(s *portfolio.Signed, name string) string {
		return string(s.Of(name).Minor(places).AppendPlaces(nil, places))
	}
	var list []string
	for _, name := range portfolio.SignedNames() {
		if a, b := shown(signed, name), shown(now, name); a != b {
			list = append(list, name+" signed "+a+", now "+b)
		}
	}
	if !posted {
		now, signed = nil, nil
	}
	for _, d := range now.PostedDifferences(signed, places) {
		list = append(list, d.Account+" differs by "+string(d.Amount.AppendPlaces(nil, places)))
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, ", ")
}
