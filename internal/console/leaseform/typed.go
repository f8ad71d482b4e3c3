package leaseform

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// reading is the result of parsing the text of an input. Text that could mean two values results in an error
// message and no value, so that the wrong value is never used.
type reading struct {
	value  any    // value in the lease request; nil if the text is invalid
	remark string // explains how the text was read if that is not obvious
	fault  string // error message that explains how to correct the text; empty if the text is valid
}

// read parses the text of an input. The text must be trimmed and must not be empty.
func (in *Input) read(typed string) reading {
	if !utf8.ValidString(typed) {
		return reading{fault: "This must be UTF-8 text."}
	}
	switch in.Kind {
	case member.Choice, member.Flag:
		return in.readChoice(typed)
	case member.Date:
		return readDate(typed)
	case member.Amount:
		return in.readAmount(typed)
	case member.Exchange:
		return readExchange(typed)
	case member.Rate, member.Share, member.Change:
		return in.readPercent(typed)
	case member.Months:
		return in.readMonths(typed)
	case member.Text:
		return in.readText(typed)
	case member.Currency:
		return readCurrency(typed)
	case member.Tags:
		return readPairs(typed)
	default: // lists and objects are not inputs
		return reading{}
	}
}

func (in *Input) readChoice(typed string) reading {
	for _, o := range in.Options {
		switch {
		case o.Value == "" && o.Means == typed: // the default, given explicitly in a link or a file
			return reading{value: typed}
		case o.Value != typed:
		case in.Kind == member.Flag:
			return reading{value: typed == "true"}
		default:
			return reading{value: cmp.Or(o.Means, typed), remark: o.Help}
		}
	}
	return reading{fault: "Choose one of the options."}
}

func (in *Input) readText(typed string) reading {
	switch {
	case utf8.RuneCountInString(typed) > in.Most:
		return reading{fault: fmt.Sprintf("This is too long. Type at most %d characters.", in.Most)}
	case strings.ContainsFunc(typed, func(c rune) bool { return unicode.IsControl(c) && (!in.Long() || !unicode.IsSpace(c)) }):
		return reading{fault: "This contains a character that cannot be printed."}
	}
	return reading{value: typed}
}

// readPairs parses pairs of names and values, as in entity=US; class=Office.
func readPairs(typed string) reading {
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(typed, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		_, twice := pairs[name]
		switch {
		case strings.TrimSpace(pair) == "":
			continue
		case !ok || name == "" || twice:
			return reading{fault: clipped(typed) + " is not valid. Type a name, an equals sign and a value, such as entity=US; separate multiple pairs with semicolons."}
		}
		pairs[name] = value
	}
	return reading{value: pairs}
}

func readCurrency(typed string) reading {
	c, err := money.ParseCurrency(strings.ToUpper(typed))
	if err != nil {
		return reading{fault: clipped(typed) + " is not the code of an active currency. Type three letters, such as USD, EUR or JPY."}
	}
	return reading{value: c.String()}
}

func clipped(typed string) string {
	const most = 40
	if runes := []rune(typed); len(runes) > most {
		typed = string(runes[:most]) + "…"
	}
	return "“" + typed + "”"
}

// maxAmount is the largest allowed amount. A test verifies that it equals the engine's limit.
var maxAmount = money.MustParse("999999999999999.99")

type numeral struct {
	value money.Decimal
	json  string // the number with the decimals that the user typed
	other string // the number under the other interpretation of the separator; "" if only one interpretation is possible
	comma bool   // whether the number certainly has a decimal comma
}

// number parses a number. If a separator could mark either thousands or decimals, a comma is read
// as a thousands separator and a point as a decimal separator.
func number(typed string) (n numeral, ok bool) {
	c, style := cell.Of(strings.TrimSuffix(typed, ".")), cell.Style{Decimals: cell.Point}
	n.json, _ = style.Number(c) // if this fails, Decimal fails too
	var problem string
	if n.value, problem = style.Decimal(c); problem != "" {
		return n, false
	}
	if _, problem = (cell.Style{}).Number(c); problem != "" {
		n.other, _ = cell.Style{Decimals: cell.Comma}.Number(c)
	}
	at := strings.LastIndexAny(typed, ",.")
	n.comma = n.other == "" && at >= 0 && typed[at] == ',' && strings.Contains(n.json, ".")
	return n, true
}

// remark returns a remark on how the number was read if it has a decimal comma, and "" otherwise.
func (n *numeral) remark(unit string) string {
	if !n.comma {
		return ""
	}
	return "This was read as " + grouped(n.json) + unit + "."
}

// grouped inserts thousands separators into a number. It does not change the decimals.
func grouped(n string) string {
	d, err := money.Parse(n)
	if err != nil {
		return n
	}
	s := wording.Decimal(d, 0)
	if _, decimals, ok := strings.Cut(n, "."); ok {
		whole, _, _ := strings.Cut(s, ".")
		s = whole + "." + decimals
	}
	return s
}

// readExchange parses an exchange rate: how many units of one currency equal one unit of another currency.
func readExchange(typed string) reading {
	n, ok := number(typed)
	switch {
	case !ok:
		return reading{fault: clipped(typed) + " is not an exchange rate. Type how many units of the functional currency one unit of the lease currency is worth, such as 0.92."}
	case n.other != "" && strings.Contains(typed, ","):
		return reading{fault: fmt.Sprintf("Use a point for decimals: %s, not %s.", n.other, typed)}
	case n.value.Sign() <= 0 || n.value.Cmp(maxAmount) > 0:
		return reading{fault: clipped(typed) + " is out of range. Type an exchange rate above 0."}
	}
	return reading{value: json.Number(n.json), remark: n.remark("")}
}

func (in *Input) readAmount(typed string) reading {
	n, ok := number(typed)
	d := n.value
	switch {
	case !ok:
		return reading{fault: clipped(typed) + " is not an amount. Type digits, such as 10,000 or 9,999.50."}
	case d.Sign() < 0 && !in.Signed || in.Positive && d.Sign() == 0 || d.Cmp(maxAmount) > 0 || d.Neg().Cmp(maxAmount) > 0:
		most := wording.Decimal(maxAmount, 0)
		bound := "from 0 to "
		switch {
		case in.Positive:
			bound = "above 0 and up to "
		case in.Signed:
			bound = "from -" + most + " to "
		}
		return reading{fault: fmt.Sprintf("%s is out of range. Type an amount %s%s.", clipped(typed), bound, most)}
	}
	r := reading{value: json.Number(n.json), remark: n.remark("")}
	if n.other != "" && strings.Contains(typed, ".") {
		r.remark = fmt.Sprintf("This was read as %s. For %s, type a comma or no separator.", wording.Decimal(d, 0), grouped(n.other))
	}
	return r
}

func (in *Input) readPercent(typed string) reading {
	rate := rates[in.Kind]
	bare, signed := withoutUnit(typed, "%", "percent", "pct")
	n, ok := number(bare)
	size := n.value
	if size.Sign() < 0 {
		size = size.Neg()
	}
	switch {
	case !ok:
		return reading{fault: clipped(typed) + " is not a percentage. Type a number, such as 6 or 6.25."}
	case n.other != "" && strings.Contains(bare, ","): // a percentage cannot have a thousands separator
		return reading{fault: fmt.Sprintf("Use a point for decimals: %s, not %s.", n.other, bare)}
	case !rate.allows(n.value):
		return reading{fault: clipped(n.json+"%") + " is out of range. Type a percentage " + rate.span() + "."}
	case n.value.Sign() != 0 && size.Cmp(money.New(uint64(rate.clear), 1)) < 0 && !signed:
		return reading{fault: rate.ambiguous(n.json, n.value)}
	}
	return reading{value: json.Number(n.value.Shift(-2).String()), remark: n.remark("%")}
}

func (r rate) allows(d money.Decimal) bool {
	least := d.Cmp(r.least)
	return (least > 0 || least == 0 && !r.open) && d.Cmp(r.most) <= 0
}

func (r rate) span() string {
	least, most := wording.Decimal(r.least, 0)+"%", wording.Decimal(r.most, 0)+"%"
	if r.open {
		return "above " + least + " and up to " + most
	}
	return "from " + least + " to " + most
}

// ambiguous returns the error message for a small number without a percent sign. The message asks
// whether the user means a fraction or a percentage.
func (r rate) ambiguous(n string, d money.Decimal) string {
	small := "less than half a percent"
	if r.clear > rates[member.Rate].clear {
		small = "one percent or less"
	}
	likely := wording.Percent(d)
	if len(likely) > 20 || !r.allows(d.Shift(2)) {
		return clipped(n) + " is " + small + ". Type it with a percent sign if you mean that."
	}
	return fmt.Sprintf("Is this %s or %s%%? Type %s for %s, or %s%% with the percent sign if you mean %s.",
		likely, n, strings.TrimSuffix(likely, "%"), likely, n, small)
}

// withoutUnit removes one of the units from the end of text, and reports whether there was one.
func withoutUnit(typed string, units ...string) (n string, found bool) {
	n = strings.ToLower(typed)
	for _, unit := range units {
		if rest, ok := strings.CutSuffix(n, unit); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return n, false
}

// readMonths parses a number of months. The user may also type a number of years with its unit.
func (in *Input) readMonths(typed string) reading {
	bare, years := withoutUnit(typed, "years", "year", "yrs", "yr", "y")
	if !years {
		bare, _ = withoutUnit(typed, "months", "month", "mo")
	}
	n, ok := number(bare)
	if !ok {
		return reading{fault: clipped(typed) + " is not a number of months. Type digits, such as 60."}
	}
	count, whole := n.value.Int64()
	if years {
		count, whole = cell.MonthsOf(n.value)
	}
	switch {
	case !n.value.IsInteger() && !whole:
		return reading{fault: clipped(typed) + " is not a whole number of months."}
	case !whole || count < 1 || count > int64(in.Most):
		return reading{fault: fmt.Sprintf("%s is out of range. Type a number of months from 1 to %s.", clipped(typed), markup.Count(in.Most))}
	}
	r := reading{value: count}
	if years {
		r.remark = "This was read as " + markup.Plural(count, "month") + "."
	}
	return r
}

// ReadDate parses a date. If the date is invalid or ambiguous, ReadDate returns an error message.
func ReadDate(typed string) (d civil.Date, fault string) {
	typed = strings.TrimSpace(typed)
	d, problem := cell.Style{Dates: cell.MonthFirst}.Day(cell.Of(typed))
	dayFirst, _ := cell.Style{Dates: cell.DayFirst}.Day(cell.Of(typed))
	switch {
	case problem != "":
		return d, problem + "."
	case d != dayFirst:
		return d, fmt.Sprintf("Is this %s or %s? Type %s or %s.", inWords(d), inWords(dayFirst), d, dayFirst)
	}
	return d, ""
}

func inWords(d civil.Date) string { return fmt.Sprintf("%s %d", time.Month(d.Month), d.Day) }

func readDate(typed string) reading {
	d, fault := ReadDate(typed)
	if fault != "" {
		return reading{fault: fault}
	}
	r := reading{value: d}
	if d.String() != typed {
		r.remark = "This was read as " + d.String() + "."
	}
	return r
}

// ReadAmount parses an amount of at least 0. If it is invalid, ReadAmount returns an error message.
func ReadAmount(typed string) (d money.Decimal, fault string) {
	r := (&Input{Member: &member.Member{Kind: member.Amount}}).read(strings.TrimSpace(typed))
	if r.fault != "" {
		return d, r.fault
	}
	return money.MustParse(string(r.value.(json.Number))), ""
}

// signs maps each currency sign to its currencies. The first one is used if the user did not type a currency.
var signs = map[rune][]string{
	'£': {"GBP", "EGP", "FKP", "GIP", "LBP", "SHP"},
	'€': {"EUR"},
	'$': {
		"USD", "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "DOP", "FJD", "GYD", "HKD", "JMD", "KYD", "LRD", "MXN", "NAD", "NZD",
		"SBD", "SGD", "SRD", "TTD", "TWD", "UYU", "XCD",
	},
	'¥': {"JPY", "CNY"},
	'₩': {"KRW"}, '₹': {"INR"}, '₪': {"ILS"}, '₫': {"VND"}, '₦': {"NGN"}, '₱': {"PHP"}, '₺': {"TRY"}, '₴': {"UAH"}, '฿': {"THB"},
}

// sign returns an amount's currency sign, or 0 if it has none.
func sign(typed string) rune {
	if i := strings.IndexFunc(typed, func(c rune) bool { return signs[c] != nil }); i >= 0 {
		c, _ := utf8.DecodeRuneInString(typed[i:])
		return c
	}
	return 0
}

// setCurrency checks the currency signs in the form's amounts. If the user did not type a currency, the first
// currency sign in the form's amounts determines the lease's currency. A currency sign that does not belong to the
// lease's currency is an error.
func (r *reader) setCurrency(root *record) {
	const name = "currency"
	code := strings.ToUpper(root.typed[name])
	var check func(of *record, l *List)
	check = func(of *record, l *List) {
		for _, i := range l.Inputs {
			c := sign(of.typed[i.Name])
			if i.Kind != member.Amount || c == 0 || strings.HasSuffix(i.Name, "Functional") {
				continue
			}
			switch of := of.inputName(i.Name); {
			case code == "":
				code = signs[c][0]
				root.typed[name] = code
				r.understood[name] = fmt.Sprintf("The symbol %c was read as %s.", c, code)
				if len(signs[c]) > 1 {
					r.understood[name] += " Type another code if the sign means another currency."
				}
			case !slices.Contains(signs[c], code):
				r.faults[of] = fmt.Sprintf("%c is not a symbol for %s, the lease's currency.", c, code)
			}
		}
		for _, within := range l.Lists {
			for _, row := range of.rows(within.Name) {
				check(row, within)
			}
		}
	}
	check(root, lease)
}
