package oracle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Signed is a lease in a signed closing.
type Signed struct {
	ID                 string
	Standard, Currency string // empty if not supplied
	Amounts            [4]*big.Rat
}

// Previous is a signed closing.
type Previous struct {
	Digest string
	Leases []Signed
	Listed bool // the leases are supplied, possibly as an empty list
}

// standingNames are the signed figures.
var standingNames = [4]string{"liability", "rouAsset", "accumulatedAmortization", "prepaidRent"}

// standing holds a lease's figures of standingNames at a day's end in
// minor units of its functional currency.
type standing struct {
	id, standard, currency string
	amounts                [4]*big.Int
}

func readPrevious(m *reader) *Previous {
	if m == nil {
		return nil
	}
	p := &Previous{Digest: m.text("digest", "")}
	p.Leases, p.Listed = list(m, "leases", func(m *reader) Signed {
		s := Signed{ID: m.text("id", ""), Standard: m.text("standard", ""), Currency: m.text("currency", "")}
		for i, name := range standingNames {
			s.Amounts[i] = m.requiredNumber(name)
		}
		return s
	})
	return p
}

// standing computes them at the day's closing rate.
func (b *book) standing(day date, closing *big.Rat) standing {
	s := standing{id: b.lease.ID, standard: b.lease.Standard, currency: b.lease.books()}
	position := b.position(b.known(day), day)
	rent, services := b.prepaidAt(prepaid, day), b.prepaidAt(prepaidService, day)
	s.amounts = [4]*big.Int{position.liability, position.asset, b.accumulated(day), nil}
	if b.lease.foreign() {
		a := b.foreignBooks()
		s.amounts = [4]*big.Int{a.turn(position.liability, closing), a.asset(day), a.accumulated(day), nil}
		rent, services = a.turn(rent, closing), a.turn(services, closing)
	}
	s.amounts[3] = new(big.Int).Add(rent, services)
	return s
}

// nothing reports whether all figures are 0.
func (s *standing) nothing() bool {
	return !slices.ContainsFunc(s.amounts[:], func(v *big.Int) bool { return v.Sign() != 0 })
}

// digest is the SHA-256 of one line per lease with a nonzero figure.
func digest(all []standing) string {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b standing) int { return strings.Compare(a.id, b.id) })
	var lines strings.Builder
	for _, s := range all {
		if s.nothing() {
			continue
		}
		fields := []string{s.id, s.standard, s.currency}
		for _, amount := range s.amounts {
			fields = append(fields, Amount(amount, decimalsOf(s.currency)))
		}
		fmt.Fprintf(&lines, "%s\n", strings.Join(fields, "\t"))
	}
	sum := sha256.Sum256([]byte(lines.String()))
	return hex.EncodeToString(sum[:])
}

// lateChange is a lease that differs from its signed figures.
type lateChange struct {
	standing // current figures
	exempt   bool
	stated   bool   // among the signed leases
	under    string // signed standard
	signed   [4]*big.Int
}

// more is the current less the signed figure.
func (c *lateChange) more(i int) *big.Int { return new(big.Int).Sub(c.amounts[i], c.signed[i]) }

// compare compares the opening with the signed figures.
func (p *Previous) compare(now []standing, books []*book, asked []*Request, currency string) []lateChange {
	if !p.Listed {
		return nil
	}
	var all []lateChange
	for i, s := range now {
		c := lateChange{standing: s, exempt: books[i].lease.Exemption != "", stated: true}
		c.take(p.Leases, s.id)
		if c.differs() {
			all = append(all, c)
		}
	}
	for _, signed := range p.Leases {
		if slices.ContainsFunc(asked, func(r *Request) bool { return r.ID == signed.ID }) { // compared, or not selected
			continue
		}
		c := lateChange{standing: standing{id: signed.ID, standard: signed.Standard, currency: cmp.Or(signed.Currency, currency)}}
		for i := range c.amounts {
			c.amounts[i] = new(big.Int)
		}
		c.take(p.Leases, signed.ID)
		if c.differs() {
			all = append(all, c)
		}
	}
	return all
}

// take reads the signed figures of a lease.
func (c *lateChange) take(list []Signed, id string) {
	i := slices.IndexFunc(list, func(s Signed) bool { return s.ID == id })
	c.under = c.standard
	if i >= 0 {
		c.under = cmp.Or(list[i].Standard, c.standard)
	}
	for k := range c.signed {
		c.signed[k] = new(big.Int)
		if i >= 0 {
			c.signed[k] = inUnits(toDecimals(list[i].Amounts[k], amountDecimals), decimalsOf(c.currency))
		}
	}
}

// differs reports whether a figure or an account name differs.
func (c *lateChange) differs() bool {
	for i := range c.signed {
		if c.signed[i].Cmp(c.amounts[i]) != 0 {
			return true
		}
	}
	return !c.nothing() && (titles[c.under][asset] != titles[c.standard][asset] || titles[c.under][liability] != titles[c.standard][liability])
}

// entry posts the differences.
func (c *lateChange) entry(r *Request, day date) Entry {
	e := Entry{Date: day.String(), Of: "late", titles: titles[c.standard]}
	if r != nil {
		e = r.entry(day.String(), "late")
	}
	if r != nil && r.Fund == "governmental" && r.Exemption == "" { // not in a fund's books
		return e
	}
	if r != nil && r.Fund == "both" {
		e.Fund = "government_wide"
	}
	rest := new(big.Int)
	post := func(account string, k int, sign int64) {
		rise := new(big.Int).Mul(c.more(k), big.NewInt(sign))
		rest.Sub(rest, rise)
		if titles[c.under][account] == titles[c.standard][account] {
			e.debit(account, rise)
			return
		}
		now := e.titles
		e.titles = titles[c.under]
		e.debit(account, new(big.Int).Mul(c.signed[k], big.NewInt(-sign)))
		e.titles = now
		e.debit(account, new(big.Int).Mul(c.amounts[k], big.NewInt(sign)))
	}
	post(liability, 0, -1)
	post(asset, 1, 1)
	if c.exempt || !c.stated {
		post(prepaid, 3, 1)
	} else {
		post(prepaidService, 3, 1)
	}
	e.debit(corrections, rest)
	return e
}

// sign replaces the opening of a rollforward by the signed figures.
func (c *lateChange) sign(s sheet, government bool) {
	for i, table := range []string{"liability", "rouAsset"} {
		s.add(table+".late", c.more(i))
		s.add(table+".opening", new(big.Int).Neg(c.more(i)))
	}
	if government {
		s.add("principal.late", c.more(0))
		s.add("principal.opening", new(big.Int).Neg(c.more(0)))
		for table, by := range map[string]*big.Int{"assetCost": new(big.Int).Add(c.more(1), c.more(2)), "assetAmortization": c.more(2)} {
			s.add(table+".opening", new(big.Int).Neg(by))
			s.restate(table, by)
		}
	}
}
