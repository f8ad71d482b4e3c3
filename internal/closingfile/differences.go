package closingfile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Fingerprint is the SHA-256 of a normalized request.
func Fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Differences lists where a recomputed closing differs from the signed one, by lease.
func (c *Closing) Differences(now *Closing) (list []string) {
	inputs, again := c.inputs(), now.inputs()
	signed, figures := c.signed(), now.signed()
	ids := maps.Clone(inputs)
	maps.Copy(ids, again)
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		differ := figuresDiffer(signed[id], figures[id])
		switch {
		case again[id] == "":
			list = append(list, fmt.Sprintf("lease %s is not among the leases%s", id, differ))
		case inputs[id] == "":
			list = append(list, fmt.Sprintf("lease %s is not in it%s", id, differ))
		case inputs[id] != again[id]:
			list = append(list, fmt.Sprintf("lease %s was changed after it was signed%s", id, differ))
		case differ != "":
			list = append(list, fmt.Sprintf("lease %s has other figures%s", id, differ))
		}
	}
	if len(list) == 0 && c.Digest != now.Digest {
		list = append(list, "the digest is not that of its leases")
	}
	return list
}

// figuresDiffer lists the figures that differ; empty for none.
func figuresDiffer(signed, now *portfolio.Signed) string {
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
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, ", ")
}
