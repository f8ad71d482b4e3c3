// Package leases draws random leases for tests from the table of fields in internal/member. The
// same seed results in the same leases. A field that is added to the table is drawn automatically.
package leases

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Some returns n valid leases without list fields, such as events. Each lease is one line of JSON.
func Some(seed uint64, n int) []string {
	d := &draw{Rand: rand.New(rand.NewPCG(seed, 5)), plain: true} //nolint:gosec // the numbers must be repeatable, not secret
	return d.leases(n)
}

// Lives returns n leases, each as one line of JSON. Together the leases have every field and every
// type of event. A few leases are invalid because fields conflict, or because of an error that only
// the computation detects.
func Lives(seed uint64, n int) []string {
	d := &draw{Rand: rand.New(rand.NewPCG(seed, 18))} //nolint:gosec // the numbers must be repeatable, not secret
	return d.leases(n)
}

// draw draws leases.
type draw struct {
	*rand.Rand

	plain    bool
	standard string
	first    civil.Date
	months   int
	period   int // number of months of a payment period
}

func (d *draw) leases(n int) []string {
	all := make([]string, 0, n)
	for len(all) < n {
		if text, ok := d.lease(len(all)); ok {
			all = append(all, text)
		}
	}
	return all
}

// lease draws a lease and usually removes the fields that the program rejects. lease reports
// whether the result is valid.
func (d *draw) lease(number int) (text string, ok bool) {
	d.standard = pick(d.Rand, member.Names(member.Standards)...)
	d.first = civil.New(int16(2000+d.IntN(40)), uint8(1+d.IntN(12)), uint8(max(1, d.IntN(56)-27))) // the first day of a month in about half of the cases
	d.months = 2 + d.IntN(90)
	frequency := pick(d.Rand, "monthly", "monthly", "quarterly", "annual")
	d.period = map[string]int{"monthly": 1, "quarterly": 3, "annual": 12}[frequency]
	l := object{
		"commencementDate": d.first.String(), "termMonths": whole(d.months), "standard": d.standard, "paymentFrequency": frequency,
		"paymentAmount": literal(amount(d.Rand, 100)), "discountRateAnnual": literal(fraction(d.Rand, 1500)),
	}
	if !d.plain {
		l["id"] = fmt.Sprintf("L-%d", number)
	}
	if !d.plain && d.IntN(5) == 0 {
		l["currency"], l["functionalCurrency"], l["exchangeRate"] = "EUR", "USD", literal("1.1")
	}
	d.fill(l, member.Lease, 20)
	if !d.plain && number%15 == 14 {
		return d.text(l), true
	}
	for range 40 {
		text = d.text(l)
		lease, err := leasehold.Decode([]byte(text))
		if err == nil && d.plain {
			_, err = leasehold.Compute(lease)
		}
		invalid, refused := errors.AsType[*leasehold.InvalidError](err)
		if !refused {
			return text, err == nil
		}
		for _, fault := range invalid.Faults {
			if !l.remove(fault.Field) && !d.add(l, member.Lease, fault.Field) {
				return "", false
			}
		}
	}
	return "", false
}

// add adds a value for the field at a path if the field is missing. add reports whether the table
// contains such a field.
func (d *draw) add(o object, fields []member.Member, path string) bool {
	name, rest, _ := strings.Cut(path, ".")
	name, index, _ := strings.Cut(name, "[")
	i := slices.IndexFunc(fields, func(m member.Member) bool { return m.Name == name })
	if i < 0 || rest == "" && o[name] != nil {
		return false
	}
	if rest == "" {
		o[name] = d.value(&fields[i])
		return true
	}
	switch value := o[name].(type) {
	case object:
		return d.add(value, fields[i].Of, rest)
	case []object:
		k, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
		return err == nil && k < len(value) && d.add(value[k], fields[i].Of, rest)
	default:
		return false
	}
}

// fill adds every required field, and each optional field with a probability of chance percent.
func (d *draw) fill(l object, fields []member.Member, chance int) {
	for i := range fields {
		m := &fields[i]
		if _, set := l[m.Name]; set || !m.Takes(d.standard) || !m.Required && d.IntN(100) >= chance || d.plain && !drawnPlain(m) {
			continue
		}
		l[m.Name] = d.value(m)
	}
}

// drawnPlain reports whether a field may occur in a lease without lists and conventions.
func drawnPlain(m *member.Member) bool {
	switch m.Group {
	case member.Standard, member.Payments, member.Adjustments, member.End, member.Criteria:
		return m.Kind == member.Choice || m.Kind == member.Flag || m.Kind == member.Amount || m.Kind == member.Months || m.Name == "annualEscalationPct"
	default:
		return false
	}
}

// value draws the value of a field.
func (d *draw) value(m *member.Member) any {
	switch m.Kind {
	case member.Choice:
		words := slices.DeleteFunc(slices.Clone(m.Words), func(w member.Word) bool { return !w.Takes(d.standard) })
		return pick(d.Rand, member.Names(words)...)
	case member.Flag:
		return literal(strconv.FormatBool(d.IntN(4) == 0))
	case member.Date:
		return d.first.AddMonths(d.period * d.IntN(1+d.months/d.period)).String()
	case member.Currency:
		return pick(d.Rand, "USD", "EUR", "JPY", "KWD")
	case member.Amount:
		if m.Name == "paymentAmount" {
			return literal(amount(d.Rand, 100))
		}
		return literal(fmt.Sprintf("%d.%02d", d.IntN(3000), d.IntN(100)))
	case member.Rate:
		return literal(fraction(d.Rand, 500))
	case member.Share:
		return literal(fmt.Sprintf("0.%02d", 1+d.IntN(99)))
	case member.Change:
		return literal(pick(d.Rand, "0.03", "-0.1", "0.07"))
	case member.Exchange:
		return literal(fmt.Sprintf("%d.%04d", d.IntN(3), 1+d.IntN(9999)))
	case member.Months:
		return whole(1 + d.IntN(2*d.months))
	case member.Tags:
		return object{"entity": pick(d.Rand, "Alpha", "Бета", "丙"), "cost centre": strconv.Itoa(d.IntN(9000))}
	case member.Object:
		of := object{}
		d.fill(of, m.Of, 60)
		return of
	case member.List:
		return d.list(m)
	default:
		return fmt.Sprintf("Büro %d, \"Nord\"", d.IntN(100))
	}
}

// list draws one to three rows. If the rows have dates, they are sorted by date.
func (d *draw) list(m *member.Member) any {
	if m.Keyed {
		row := object{}
		d.fill(row, m.Of[1:], 60)
		return object{pick(d.Rand, "paymentAmount", "termMonths"): row}
	}
	rows := make([]object, 1+d.IntN(3))
	for i := range rows {
		rows[i] = object{}
		d.fill(rows[i], m.Of, 25)
	}
	for _, of := range m.Of {
		if of.Kind == member.Date && of.Required {
			slices.SortStableFunc(rows, func(a, b object) int { return strings.Compare(fmt.Sprint(a[of.Name]), fmt.Sprint(b[of.Name])) })
		}
	}
	return rows
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// amount returns an amount of at least the given number of cents, in one of the notations that
// users or programs write.
func amount(r *rand.Rand, least int64) string {
	cents := least + r.Int64N(100_000_000)
	switch r.IntN(4) {
	case 0:
		return fmt.Sprint(cents/100 + least)
	case 1:
		return fmt.Sprintf("%d.%02d", cents/100, cents%100)
	case 2:
		return fmt.Sprintf("%d.%02d000000000%d", cents/100, cents%100, 1+r.IntN(9)) // the notation of a binary floating-point number with its rounding error
	default:
		return fmt.Sprintf("%d.%02de1", cents/100, cents%100)
	}
}

// fraction returns a fraction of at most the given number of hundredths of a percent.
func fraction(r *rand.Rand, most int) string {
	n := r.IntN(most + 1)
	if r.IntN(10) == 0 {
		return "0"
	}
	return fmt.Sprintf("0.%04d", n)
}

// Bad returns n invalid request bodies, with every kind of error that users and AI agents make.
func Bad(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // the numbers must be repeatable, not secret
	const good = `"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100`
	kinds := []string{
		`{` + good + `,"discountRateAnnual":"6%"}`,
		`{` + good + `,"discountRateAnnual":6}`,
		`{` + good + `,"discountRateAnnual":-0.01}`,
		`{` + good + `,"discountRateAnnual":0.05,"rate":0.05}`,
		`{` + good + `}`,
		`{` + good,
		`[]`, `null`, ``, `"lease"`, `{}`,
		`{"commencementDate":"01/02/2026","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-02-30","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":0,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":1201,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36.5,"paymentAmount":100,"discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":"1,000","discountRateAnnual":0.05}`,
		`{"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":0,"discountRateAnnual":0.05}`,
		`{` + good + `,"discountRateAnnual":0.05,"standard":"ASC842"}`,
		`{` + good + `,"discountRateAnnual":0.05,"transfersOwnership":"yes"}`,
	}
	all := make([]string, n)
	for i := range all {
		all[i] = kinds[r.IntN(len(kinds))]
	}
	return all
}
