package reperform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/money"
)

// Verdict returns a sentence that describes whether the schedules agree. The sentence contains the
// number of amounts that differ and the largest difference.
func (a *Answer) Verdict() string {
	c := newComparison(a.Question)
	count := func(n int) string { return string(money.Cents(int64(n)).AppendGrouped(nil, 0)) }
	within := "rounding"
	if c.stated {
		within = c.amount(c.decimal(c.tolerance))
	}
	if a.Agrees {
		return "The schedule agrees: all of the " + count(a.Compared) + " figures compared are within " + within + "."
	}
	differ := " figures compared differ by more than "
	if a.Outside == 1 {
		differ = " figures compared differs by more than "
	}
	return "The schedule does not agree: " + count(a.Outside) + " of the " + count(a.Compared) + differ + within +
		"; the largest difference is " + c.amount(a.LargestDifference) + "."
}

// Cause returns one or two sentences that explain why the schedules differ, or that every
// difference is rounding. The result is "" if no cause was found, no amount differs, or all
// differences are within a supplied tolerance.
func (a *Answer) Cause() string {
	c := newComparison(a.Question)
	if a.Agrees {
		if a.Rounding.Sign() == 0 || a.Question.Tolerance.Set {
			return ""
		}
		return "Every difference is rounding, of at most " + c.amount(*a.Rounding) + "."
	}
	if a.Explanation != nil && !a.Explanation.only(ofConvention) || a.Payments == nil {
		if a.Explanation == nil {
			return ""
		}
		return a.Explanation.Sentence
	}
	text := c.pays(a.Payments)
	switch {
	case a.Explanation == nil:
		return text + "."
	case len(a.Explanation.Changes) == 1:
		return text + "; all later differences follow from it."
	}
	return text + ". " + a.Explanation.Sentence
}

func (e *Explanation) only(k kind) bool {
	return !slices.ContainsFunc(e.Changes, func(c Change) bool { return c.kind != k })
}

// pays describes the first payment difference and the change under which all payments match.
func (c *comparison) pays(d *PaymentDifference) string {
	text := "Row " + strconv.Itoa(d.From)
	if d.Date.Year > 0 {
		text += ", " + d.Date.String()
	}
	text += ": they pay " + c.shown(d.Theirs) + ", the lease " + string(d.Ours.AppendGrouped(nil, c.places))
	if d.Fits != "" {
		text += ": " + d.Fits
	}
	return text
}

// sentence describes the changes of an explanation in a fixed order: payments, rate, wrong amounts,
// conventions.
func (c *comparison) sentence(a *Answer, e *Explanation) string {
	var parts, conventions, errors []string
	payments, rate := 0, ""
	for i := range e.Changes {
		switch x := &e.Changes[i]; x.kind {
		case ofPayments:
			payments++
		case ofRate:
			rate = c.ratesDiffer(a, x)
		case ofFigure:
			errors = append(errors, x.words)
		default:
			conventions = append(conventions, x.words)
		}
	}
	if payments > 0 {
		text := c.pays(a.Payments)
		if len(e.Changes) == payments {
			text += "; all later differences follow from it"
		}
		parts = append(parts, text+".")
	}
	if rate != "" {
		parts = append(parts, rate)
	}
	switch len(errors) {
	case 0:
	case 1:
		parts = append(parts, "One error: "+errors[0]+".")
	default:
		parts = append(parts, "Two errors: "+errors[0]+"; and "+errors[1]+".")
	}
	agrees := "Agrees within "
	if len(parts) > 0 {
		agrees = "The rest agrees within "
	}
	switch {
	case len(conventions) > 0:
		parts = append(parts, agrees+c.within(e)+" if "+enumerated(conventions)+".")
	case len(parts) == 0:
		parts = append(parts, agrees+c.within(e)+".")
	}
	standard := a.Question.Lease.Standard
	return standard.Say(strings.ReplaceAll(strings.Join(parts, " "), "right-of-use asset", standard.AssetNoun()))
}

// ratesDiffer describes how the rate of the reported schedule differs from the lease's rate.
func (c *comparison) ratesDiffer(a *Answer, x *Change) string {
	ours, theirs := a.Question.Lease.DiscountRateAnnual, money.MustParse(x.Value)
	text := "Their schedule uses " + percent(theirs) + ", the lease says " + percent(ours)
	if of := digits(ours, theirs); of != "" {
		text += ": " + digitWords[of]
	}
	return text + "."
}

// within returns the amount within which a candidate agrees. This is the supplied tolerance, or the
// largest difference but at least one minor unit.
func (c *comparison) within(e *Explanation) string {
	unit := money.New(1, c.places)
	switch {
	case c.stated:
		return c.amount(c.decimal(c.tolerance))
	case e.LargestDifference.Cmp(unit) < 0:
		return c.amount(unit)
	}
	return c.amount(e.LargestDifference)
}

func (c *comparison) amount(d money.Decimal) string {
	if c.currency == "" {
		return c.shown(d)
	}
	return c.shown(d) + " " + c.currency
}

func (c *comparison) shown(d money.Decimal) string {
	if d.Scale() <= c.places {
		return string(money.FromBig(d.Units(c.places)).AppendGrouped(nil, c.places))
	}
	whole, decimals, _ := strings.Cut(d.String(), ".") // there may be hundreds of decimals
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	return sign + string(money.FromBig(money.MustParse(whole).Units(0)).AppendGrouped(nil, 0)) + "." + decimals
}

// words formats a number of the comparison, rounded to minor units, with thousands separators.
func (c *comparison) words(n number) string {
	return string(money.FromBig(money.QuoRound(n.wide(), c.scale.wide())).AppendGrouped(nil, c.places))
}

func enumerated(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
