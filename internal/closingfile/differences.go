package closingfile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
func (c *Closing) Differences(now *Closing) (list []string, err error) {
	was, err := c.open()
	if err != nil {
		return nil, err
	}
	defer was.close()
	is, err := now.open()
	if err != nil {
		return nil, err
	}
	defer is.close()
	gone := func(s *standing) error {
		list = append(list, fmt.Sprintf("lease %s is not among the leases%s", s.ID, figuresDiffer(s.signed, nil)))
		return nil
	}
	err = is.rest(func(s *standing) error {
		signed, err := was.before(s.ID, gone)
		if err == nil {
			if text := differs(signed, s); text != "" {
				list = append(list, text)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := was.rest(gone); err != nil {
		return nil, err
	}
	if len(list) == 0 && c.Digest != now.Digest {
		list = append(list, "the digest is not that of its leases")
	}
	return list, nil
}

// differs says where a lease is not what was signed, or nothing.
func differs(signed, now *standing) string {
	if signed == nil {
		return fmt.Sprintf("lease %s is not in it%s", now.ID, figuresDiffer(nil, now.signed))
	}
	figures := figuresDiffer(signed.signed, now.signed)
	switch {
	case signed.SHA256 != now.SHA256:
		return fmt.Sprintf("lease %s was changed after it was signed%s", now.ID, figures)
	case figures != "":
		return fmt.Sprintf("lease %s has other figures%s", now.ID, figures)
	}
	return ""
}

// figuresDiffer lists the figures that differ, or nothing.
func figuresDiffer(signed, now *portfolio.Signed) string {
	signed, now = cmp.Or(signed, new(portfolio.Signed)), cmp.Or(now, new(portfolio.Signed))
	places := placesOf(cmp.Or(signed.Currency, now.Currency).String())
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
