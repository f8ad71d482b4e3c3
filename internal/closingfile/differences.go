package closingfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Fingerprint is the SHA-256 of a normalized request.
func Fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Differences says where a closing that was made again is not what was signed, lease by
// lease in the order of their ids.
func (c *Closing) Differences(now *Closing) (list []string) {
	ids := map[string]bool{}
	for id := range c.Inputs {
		ids[id] = true
	}
	for id := range now.Inputs {
		ids[id] = true
	}
	was, is := c.byID(), now.byID()
	sorted := make([]string, 0, len(ids))
	for id := range ids {
		sorted = append(sorted, id)
	}
	slices.Sort(sorted)
	for _, id := range sorted {
		signed, known := c.Inputs[id]
		stated, here := now.Inputs[id]
		figures := figuresDiffer(was[id], is[id])
		switch {
		case !known:
			list = append(list, fmt.Sprintf("lease %s is not in it%s", id, figures))
		case !here:
			list = append(list, fmt.Sprintf("lease %s is not among the leases%s", id, figures))
		case signed != stated:
			list = append(list, fmt.Sprintf("lease %s was changed after it was signed%s", id, figures))
		case figures != "":
			list = append(list, fmt.Sprintf("lease %s has other figures%s", id, figures))
		}
	}
	if len(list) == 0 && c.Digest != now.Digest {
		list = append(list, "the digest is not that of its leases")
	}
	return list
}

func (c *Closing) byID() map[string]*portfolio.Signed {
	list := make(map[string]*portfolio.Signed, len(c.Leases))
	for i := range c.Leases {
		list[c.Leases[i].ID] = &c.Leases[i].Signed
	}
	return list
}

// figuresDiffer lists the figures that differ, or nothing.
func figuresDiffer(signed, now *portfolio.Signed) string {
	var list []string
	for _, name := range portfolio.SignedNames() {
		a, b := "0", "0"
		if signed != nil {
			a = signed.Of(name).String()
		}
		if now != nil {
			b = now.Of(name).String()
		}
		if a != b {
			list = append(list, name+" signed "+a+", now "+b)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, ", ")
}
