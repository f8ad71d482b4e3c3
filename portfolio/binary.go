package portfolio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// binaryVersion is the first byte of the binary form of a sum.
const binaryVersion = 5

// errBinary is the error of [Sum.UnmarshalBinary], except for unknown keys and figures.
var errBinary = errors.New("not the binary form of a sum of leases")

// MarshalBinary encodes the sum for other processes. Amounts have full precision and figures are
// identified by name. Equal sums have equal encodings. The error is always nil.
func (s *Sum) MarshalBinary() ([]byte, error) {
	w := writer{binaryVersion}
	w.count(len(s.keys))
	for _, k := range s.keys {
		w.text(k.name)
	}
	w.count(int(figure.Count()))
	for c := range figure.Count() {
		w.text(c.String())
	}
	w.group(&s.total)
	w.count(len(s.groups))
	for _, name := range slices.Sorted(maps.Keys(s.groups)) {
		w.group(s.groups[name])
	}
	w.count(len(s.standards))
	for _, standard := range s.Standards() {
		w.text(standard.String())
		w.group(s.standards[standard])
	}
	w.count(len(s.labels))
	for _, label := range slices.Sorted(maps.Keys(s.labels)) {
		w.count(int(label))
	}
	w.count(len(s.averages))
	for _, c := range slices.SortedFunc(maps.Keys(s.averages), averageKey.compare) {
		w.count(int(c.class))
		w.text(c.currency.String())
		w.text(c.standard.String())
		w.averaged(s.averages[c])
	}
	w.currencies(s.currencies)
	w.currencies(s.books)
	w.count(len(s.upcoming))
	for _, u := range s.NotCommenced() {
		w.text(u.Currency.String())
		w = binary.AppendVarint(w, u.Leases)
		w.amount(u.Payments)
	}
	w.texts(s.Moved())
	w.count(int(s.accrual))
	return w, nil
}

// writer appends the binary form: varints, amounts as three 64-bit words, and length-prefixed texts
// and lists.
type writer []byte

func (w *writer) count(n int)   { *w = binary.AppendUvarint(*w, uint64(n)) }
func (w *writer) text(s string) { w.count(len(s)); *w = append(*w, s...) }
func (w *writer) date(d civil.Date) {
	*w = append(binary.AppendVarint(*w, int64(d.Year)), d.Month, d.Day)
}

func (w *writer) flag(is bool) {
	n := 0
	if is {
		n = 1
	}
	w.count(n)
}

func (w *writer) texts(list []string) {
	w.count(len(list))
	for _, s := range list {
		w.text(s)
	}
}

func (w *writer) currencies(set map[money.Currency]bool) {
	list := inOrder(set)
	w.count(len(list))
	for _, c := range list {
		w.text(c.String())
	}
}

func (w *writer) amount(a money.Amount) {
	lo, mid, hi := a.Words()
	for _, word := range [...]uint64{lo, mid, hi} {
		*w = binary.LittleEndian.AppendUint64(*w, word)
	}
}

func (w *writer) big(x *big.Int) {
	w.count(x.Sign() + 1)
	w.text(string(x.Bytes()))
}

func (w *writer) group(g *Group) {
	w.texts(g.Key)
	w.text(g.Currency.String())
	w.text(g.functional.String())
	w.flag(g.mixed)
	w.flag(g.Taxed)
	w.flag(g.Sublet)
	*w = binary.AppendVarint(*w, g.Leases)
	for c := range figure.Count() {
		if a := g.Of(c); !a.IsZero() {
			w.count(1 + int(c))
			w.amount(a)
		}
	}
	w.count(0)
	w.bands(g.Bands)
	w.bands(g.Schedule)
}

func (w *writer) bands(list []leasehold.Band) {
	if list == nil {
		w.count(0)
		return
	}
	w.count(1 + len(list)) // distinguishes an empty list from nil
	for _, b := range list {
		w.date(b.From)
		w.date(b.To)
		w.amount(b.Principal)
		w.amount(b.Interest)
	}
}

func (w *writer) averaged(a *averageSums) {
	w.amount(a.liability)
	w.amount(a.payments)
	w.big(&a.byPayment)
	w.big(&a.byBalance)
	w.count(len(a.months))
	for _, d := range slices.Sorted(maps.Keys(a.months)) {
		w.count(int(d))
		w.big(a.months[d])
	}
}

// UnmarshalBinary replaces s with a sum encoded by [Sum.MarshalBinary].
func (s *Sum) UnmarshalBinary(data []byte) error {
	r := reader{data: data}
	if r.count() != binaryVersion {
		return errBinary
	}
	var keys []Key
	for n := r.count(); n > 0 && !r.bad; n-- {
		k, err := ParseKey(r.text())
		if r.bad {
			return errBinary
		}
		if err != nil {
			return fmt.Errorf("read a sum of leases: %w", err)
		}
		keys = append(keys, k)
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		name := r.text()
		c, known := figure.Named(name)
		if !known && !r.bad {
			return fmt.Errorf("read a sum of leases: the figure %q is not known", name)
		}
		r.figures = append(r.figures, c)
	}
	o := NewSum(keys)
	r.group(&o.total)
	for n := r.count(); n > 0 && !r.bad; n-- {
		g := new(Group)
		r.group(g)
		o.groups[strings.Join(g.Key, "\x00")] = g
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		r.group(o.standard(r.standard()))
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		o.labels[leasehold.Label(r.count())] = true
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		c := averageKey{leasehold.ReportedClass(r.count()), r.currency(), r.standard()}
		o.averages[c] = r.averaged()
	}
	for _, to := range []map[money.Currency]bool{o.currencies, o.books} {
		for n := r.count(); n > 0 && !r.bad; n-- {
			to[r.currency()] = true
		}
	}
	for n := r.count(); n > 0 && !r.bad; n-- {
		o.addUpcoming(&Upcoming{r.currency(), r.int(), r.amount()})
	}
	o.moved = r.texts()
	o.accrual = leasehold.Accrual(r.count())
	if r.bad || len(r.data) > 0 {
		return errBinary
	}
	*s = *o
	return nil
}

// reader decodes the binary form. After the first error, bad is set and every method returns a zero
// value.
type reader struct {
	data    []byte
	bad     bool
	figures []figure.Concept // indexed by their position in the encoding
}

func (r *reader) fail() {
	r.data, r.bad = nil, true
}

func (r *reader) count() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > 1<<62 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.fail()
		return nil
	}
	part := r.data[:n]
	r.data = r.data[n:]
	return part
}

func (r *reader) text() string { return string(r.take(r.count())) }

func (r *reader) flag() bool { return r.count() != 0 }

func (r *reader) texts() (list []string) {
	for n := r.count(); n > 0 && !r.bad; n-- {
		list = append(list, r.text())
	}
	return list
}

func (r *reader) currency() money.Currency {
	code := r.text()
	if code == "" {
		return money.Currency{}
	}
	c, err := money.ParseCurrency(code)
	if err != nil {
		r.fail()
	}
	return c
}

func (r *reader) standard() (s leasehold.Standard) {
	if err := s.UnmarshalText([]byte(r.text())); err != nil {
		r.fail()
	}
	return s
}

func (r *reader) date() (d civil.Date) {
	year := r.int()
	if rest := r.take(2); rest != nil {
		d = civil.Date{Year: int16(year), Month: rest[0], Day: rest[1]}
	}
	return d
}

func (r *reader) amount() money.Amount {
	words := r.take(24)
	if words == nil {
		return money.Amount{}
	}
	return money.FromWords(binary.LittleEndian.Uint64(words), binary.LittleEndian.Uint64(words[8:]), binary.LittleEndian.Uint64(words[16:]))
}

func (r *reader) big(x *big.Int) {
	negative := r.count() == 0
	x.SetBytes([]byte(r.text()))
	if negative {
		x.Neg(x)
	}
}

func (r *reader) group(g *Group) {
	g.Key = r.texts()
	g.Currency, g.functional = r.currency(), r.currency()
	g.mixed, g.Taxed, g.Sublet = r.flag(), r.flag(), r.flag()
	g.Leases = r.int()
	for at := r.count(); at > 0; at = r.count() {
		if at > len(r.figures) {
			r.fail()
			return
		}
		g.Post(r.figures[at-1], r.amount())
	}
	g.Bands, g.Schedule = r.bands(), r.bands()
}

func (r *reader) bands() (list []leasehold.Band) {
	n := r.count()
	if n > 0 {
		list = []leasehold.Band{}
	}
	for ; n > 1 && !r.bad; n-- {
		list = append(list, leasehold.Band{From: r.date(), To: r.date(), Principal: r.amount(), Interest: r.amount()})
	}
	return list
}

func (r *reader) averaged() *averageSums {
	a := &averageSums{months: map[int64]*big.Int{}}
	a.liability, a.payments = r.amount(), r.amount()
	r.big(&a.byPayment)
	r.big(&a.byBalance)
	for n := r.count(); n > 0 && !r.bad; n-- {
		d := int64(r.count())
		r.big(a.denominator(d))
	}
	return a
}
