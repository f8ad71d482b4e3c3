package leaseform

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// reading is what a text means in the field that it was typed into. A text that
// could mean two values has a fault and no value: a guess must not
// become a wrong rate or date.
type reading struct {
	json   []byte // the value in a lease request; nil where there is none
	shown  string // the value in words, for print
	remark string // how an unusual text was understood
	fault  string // what is wrong and what to type instead
}

// read understands a text of an input, trimmed and not empty.
func (in *Input) read(typed string) reading {
	if !utf8.ValidString(typed) {
		return reading{fault: "This is not text in UTF-8."}
	}
	switch in.kind {
	case choice, flag:
		return in.readChoice(typed)
	case date:
		return readDate(typed)
	case amount:
		return in.readAmount(typed)
	case exchange:
		return readExchange(typed)
	case percent:
		return in.readPercent(typed)
	case monthCount:
		return in.readMonths(typed)
	case text:
		return in.readText(typed)
	case code:
		return readCurrency(typed)
	case pairs:
		return readPairs(typed)
	}
	return reading{}
}

func (in *Input) readChoice(typed string) reading {
	for _, o := range in.Options {
		switch {
		case o.Value == "" && o.Means == typed: // what an input left alone means, said all the same
			return reading{json: quoted(typed), shown: o.Label}
		case o.Value != typed:
		case in.kind == flag:
			return reading{json: []byte(typed), shown: o.Label}
		case o.Means != "":
			return reading{json: quoted(o.Means), shown: o.Label, remark: o.Help}
		default:
			return reading{json: quoted(typed), shown: o.Label}
		}
	}
	return reading{fault: "Choose one of the options."}
}

func (in *Input) readText(typed string) reading {
	switch {
	case utf8.RuneCountInString(typed) > in.most:
		return reading{fault: fmt.Sprintf("This is too long: at most %d characters are allowed.", in.most)}
	case strings.ContainsFunc(typed, func(c rune) bool { return unicode.IsControl(c) && (!in.Long() || !unicode.IsSpace(c)) }):
		return reading{fault: "This has a character that cannot be printed."}
	}
	return reading{json: quoted(typed), shown: typed}
}

// readPairs reads names with their values, as in entity=US; class=Office.
func readPairs(typed string) reading {
	members, seen := objectWriter{body: []byte{'{'}}, map[string]bool{}
	for pair := range strings.SplitSeq(typed, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case strings.TrimSpace(pair) == "":
			continue
		case !ok || name == "" || seen[name]:
			return reading{fault: clipped(typed) + " is not understood. Type a name, an equals sign and a value, such as entity=US; further ones after a semicolon."}
		}
		seen[name] = true
		members.addQuoted(quoted(name), quoted(value))
	}
	return reading{json: members.end(), shown: typed}
}

func readCurrency(typed string) reading {
	c, err := money.ParseCurrency(strings.ToUpper(typed))
	if err != nil {
		return reading{fault: clipped(typed) + " is not the code of a currency in use. Type its three letters, such as USD, EUR or JPY."}
	}
	return reading{json: quoted(c.String()), shown: c.String()}
}

// quoted returns a valid text as a JSON string.
func quoted(text string) []byte {
	json, err := jsontext.AppendQuote(nil, text)
	if err != nil { // the text is valid UTF-8
		return nil
	}
	return json
}

// clipped quotes what was typed, shortened.
func clipped(typed string) string {
	const most = 40
	if runes := []rune(typed); len(runes) > most {
		typed = string(runes[:most]) + "…"
	}
	return "“" + typed + "”"
}

// mostAmount is the largest amount. The engine has the same; a test compares
// them.
var mostAmount = money.MustParse("999999999999999.99")

// european is a number with the separators of most of Europe.
var european = regexp.MustCompile(`^-?([0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?|[0-9]+,[0-9]+)$`)

// readExchange reads units of one currency for one of another.
func readExchange(typed string) reading {
	n, ok := plainNumber(typed)
	if !ok && european.MatchString(typed) {
		n, _ := plainNumber(strings.ReplaceAll(strings.ReplaceAll(typed, ".", ""), ",", "."))
		return reading{fault: fmt.Sprintf("Use a point for decimals: %s, not %s.", n, typed)}
	}
	d, err := money.Parse(n)
	switch {
	case !ok:
		return reading{fault: clipped(typed) + " is not an exchange rate. Type the units of the functional currency for one of the lease's, such as 0.92."}
	case err != nil:
		return reading{fault: "This number has too many digits."}
	case d.Sign() <= 0 || d.Cmp(mostAmount) > 0:
		return reading{fault: clipped(typed) + " is out of range: an exchange rate is above 0."}
	}
	return reading{json: []byte(n), shown: d.String()}
}

func (in *Input) readAmount(typed string) reading {
	bare := strings.TrimFunc(typed, func(c rune) bool { return unicode.Is(unicode.Sc, c) || unicode.IsSpace(c) })
	n, ok := plainNumber(bare)
	if !ok {
		if european.MatchString(bare) {
			n, _ := plainNumber(strings.ReplaceAll(strings.ReplaceAll(bare, ".", ""), ",", "."))
			return reading{fault: fmt.Sprintf("Use commas for thousands and a point for decimals: %s, not %s.", groupedNumber(n), bare)}
		}
		return reading{fault: clipped(typed) + " is not an amount. Type digits, such as 10,000 or 9,999.50."}
	}
	d, err := money.Parse(n)
	switch {
	case err != nil:
		return reading{fault: "This number has too many digits."}
	case d.Sign() < 0 && !in.signed || in.positive && d.Sign() == 0 || d.Cmp(mostAmount) > 0 || d.Neg().Cmp(mostAmount) > 0:
		most := wording.Decimal(mostAmount, 0)
		bound := "0 to "
		switch {
		case in.positive:
			bound = "above 0 and up to "
		case in.signed:
			bound = "-" + most + " to "
		}
		return reading{fault: fmt.Sprintf("%s is out of range: %s%s is allowed.", clipped(typed), bound, most)}
	}
	r := reading{json: []byte(n), shown: wording.Decimal(d, 0)}
	if whole, decimals, _ := strings.Cut(bare, "."); len(decimals) == 3 && len(whole) <= 3 {
		r.remark = fmt.Sprintf("Read as %s. For %s, type a comma or no separator.", wording.Decimal(d, 0), groupedNumber(whole+decimals))
	}
	return r
}

// groupedNumber separates the thousands of a plain number.
func groupedNumber(n string) string {
	d, err := money.Parse(n)
	if err != nil {
		return n
	}
	s := wording.Decimal(d, 0)
	if _, typed, ok := strings.Cut(n, "."); ok { // with the decimals as typed
		whole, _, _ := strings.Cut(s, ".")
		s = whole + "." + typed
	}
	return s
}

// readPercent reads a percentage. A decimal comma is understood, since no
// percentage has thousands to separate.
func (in *Input) readPercent(typed string) reading {
	n, signed := withoutSign(strings.TrimSpace(typed))
	r := reading{}
	if whole, decimals, cut := strings.Cut(n, ","); cut && !strings.ContainsAny(decimals, ",.") && !strings.Contains(whole, ".") {
		if len(decimals) == 3 && strings.Trim(whole, "-0") != "" {
			return reading{fault: fmt.Sprintf("Use a point for decimals: %s.%s, not %s.", whole, decimals, n)}
		}
		n = whole + "." + decimals
		r.remark = "Read as " + n + "%."
	}
	n, ok := plainNumber(n)
	fraction := ""
	if ok {
		fraction, ok = hundredth(n)
	}
	if !ok {
		return reading{fault: clipped(typed) + " is not a percentage. Type a number, such as 6 or 6.25."}
	}
	d, err := money.Parse(n)
	size := d
	if d.Sign() < 0 {
		size = d.Neg()
	}
	switch {
	case err != nil:
		return reading{fault: "This number has too many digits."}
	case !in.rate.allows(d):
		return reading{fault: clipped(n+"%") + " is out of range: " + in.rate.span() + " is allowed."}
	case d.Sign() != 0 && size.Cmp(money.New(uint64(in.rate.clear), 1)) < 0 && !signed:
		return reading{fault: in.rate.ambiguous(n, d)}
	}
	r.json, r.shown = []byte(fraction), d.String()+"%"+in.rate.unit
	return r
}

// withoutSign returns a percentage without its sign or word, and whether it had
// one.
func withoutSign(typed string) (n string, signed bool) {
	for _, sign := range []string{"%", "percent", "pct"} {
		if bare, cut := strings.CutSuffix(strings.ToLower(typed), sign); cut {
			return strings.TrimSpace(bare), true
		}
	}
	return typed, false
}

func (r rate) allows(d money.Decimal) bool {
	least := d.Cmp(whole(r.least))
	return (least > 0 || least == 0 && !r.open) && d.Cmp(whole(r.most)) <= 0
}

// whole returns a whole number that may be negative.
func whole(n int64) money.Decimal {
	if n < 0 {
		return money.Int(-n).Neg()
	}
	return money.Int(n)
}

// span says what is allowed.
func (r rate) span() string {
	least, most := wording.Decimal(whole(r.least), 0)+"%", wording.Decimal(whole(r.most), 0)+"%"
	if r.open {
		return "above " + least + " and up to " + most
	}
	return least + " to " + most
}

// ambiguous asks which percentage a small number means.
func (r rate) ambiguous(n string, d money.Decimal) string {
	small := "less than half a percent"
	if r.clear > aYear.clear {
		small = "one percent or less"
	}
	likely := wording.Percent(d)
	if len(likely) > 20 || !r.allows(d.Shift(2)) {
		return clipped(n) + " is " + small + ". Type it with a percent sign if you mean that."
	}
	return fmt.Sprintf("Is this %s or %s%%? Type %s for %s, or %s%% with its sign if you mean %s.",
		likely, n, strings.TrimSuffix(likely, "%"), likely, n, small)
}

// inYears is a term typed in years.
var inYears = regexp.MustCompile(`^([0-9]{1,3}) ?(years?|yrs?|y)$`)

func (in *Input) readMonths(typed string) reading {
	bare := strings.ToLower(typed)
	if m := inYears.FindStringSubmatch(bare); m != nil {
		years, err := strconv.Atoi(m[1])
		if err == nil {
			return reading{fault: fmt.Sprintf("Type months: %s for %s.", markup.Count(12*years), markup.Plural(years, "year"))}
		}
	}
	for _, unit := range []string{"months", "month", "mo"} {
		bare = strings.TrimSpace(strings.TrimSuffix(bare, unit))
	}
	n, ok := plainNumber(bare)
	if !ok {
		return reading{fault: clipped(typed) + " is not a number of months. Type digits, such as 60."}
	}
	d, err := money.Parse(n)
	if err != nil {
		return reading{fault: "This number has too many digits."}
	}
	if !d.IsInteger() {
		return reading{fault: clipped(typed) + " is not a whole number of months."}
	}
	count, ok := d.Int64()
	if !ok || count < 1 || count > int64(in.most) {
		return reading{fault: fmt.Sprintf("%s is out of range: 1 to %s months are allowed.", clipped(typed), markup.Count(in.most))}
	}
	return reading{json: strconv.AppendInt(nil, count, 10), shown: markup.Plural(count, "month")}
}

// dateLayouts are ways to write a date that have one meaning only.
var dateLayouts = []string{
	"2006/1/2", "2006.1.2", "2006-1-2", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "2-Jan-2006", "2-January-2006",
}

var threeNumbers = regexp.MustCompile(`^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})$`)

// ReadDate reads a date; fault says what is wrong with it.
func ReadDate(typed string) (d civil.Date, fault string) {
	r := readDate(strings.TrimSpace(typed))
	if r.fault != "" {
		return d, r.fault
	}
	d, err := civil.Parse(r.shown)
	if err != nil { // what was read is a date
		return d, clipped(typed) + " is not a date."
	}
	return d, ""
}

func readDate(typed string) reading {
	if d, err := civil.Parse(typed); err == nil {
		return reading{json: quoted(typed), shown: d.String()}
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, typed); err == nil {
			return readAs(t)
		}
	}
	if m := threeNumbers.FindStringSubmatch(typed); m != nil {
		monthFirst, err1 := time.Parse("1/2/2006", m[1]+"/"+m[2]+"/"+m[3])
		dayFirst, err2 := time.Parse("2/1/2006", m[1]+"/"+m[2]+"/"+m[3])
		switch {
		case err1 == nil && err2 == nil && !monthFirst.Equal(dayFirst):
			return reading{fault: fmt.Sprintf("Is this %s or %s? Type %s or %s.", monthFirst.Format("January 2"), dayFirst.Format("January 2"),
				monthFirst.Format(time.DateOnly), dayFirst.Format(time.DateOnly))}
		case err1 == nil:
			return readAs(monthFirst)
		case err2 == nil:
			return readAs(dayFirst)
		}
	}
	return reading{fault: clipped(typed) + " is not a date. Type year, month and day, such as 2026-01-31."}
}

func readAs(t time.Time) reading {
	iso := t.Format(time.DateOnly)
	if _, err := civil.Parse(iso); err != nil { // the year 0
		return reading{fault: clipped(iso) + " is not a date from 0001-01-01 on."}
	}
	return reading{json: quoted(iso), shown: iso, remark: "Read as " + iso + "."}
}

// plainNumber returns a number as people write it, in JSON's notation:
// thousands separated by commas, spaces or apostrophes, a leading plus or
// point, zeros in front. ok is false where the text is no such number.
func plainNumber(typed string) (n string, ok bool) {
	n = strings.TrimPrefix(typed, "+")
	n, ok = ungroup(n)
	if !ok {
		return "", false
	}
	sign := ""
	if rest, cut := strings.CutPrefix(n, "-"); cut {
		sign, n = "-", rest
	}
	if strings.HasPrefix(n, ".") {
		n = "0" + n
	}
	for len(n) > 1 && n[0] == '0' && n[1] >= '0' && n[1] <= '9' {
		n = n[1:]
	}
	n = strings.TrimSuffix(n, ".")
	if v := jsontext.Value(n); n == "" || n[0] == '-' || !v.IsValid() || v.Kind() != '0' {
		return "", false
	}
	return sign + n, true
}

// ungroup takes out separators of thousands where they separate thousands.
func ungroup(n string) (string, bool) {
	whole, rest := n, ""
	if i := strings.IndexAny(n, ".eE"); i >= 0 {
		whole, rest = n[:i], n[i:]
	}
	for _, separator := range []string{",", " ", "\u00a0", "\u202f", "\u2009", "'", "\u2019"} {
		parts := strings.Split(whole, separator)
		if len(parts) == 1 {
			continue
		}
		for i, part := range parts {
			if i > 0 && len(part) != 3 || i == 0 && (len(strings.TrimPrefix(part, "-")) > 3 || part == "") {
				return "", false
			}
		}
		return strings.Join(parts, "") + rest, true
	}
	return n, true
}

// hundredth moves the decimal point of a JSON number two places to the left,
// losing no digit.
func hundredth(n string) (string, bool) {
	mantissa, exponent := n, 0
	if i := strings.IndexAny(n, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(n[i+1:]); err != nil {
			return "", false
		}
		mantissa = n[:i]
		return mantissa + "e" + strconv.Itoa(exponent-2), true
	}
	sign := ""
	if rest, cut := strings.CutPrefix(mantissa, "-"); cut {
		sign, mantissa = "-", rest
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	for len(whole) < 3 {
		whole = "0" + whole
	}
	whole, decimals = whole[:len(whole)-2], whole[len(whole)-2:]+decimals
	for len(whole) > 1 && whole[0] == '0' {
		whole = whole[1:]
	}
	if decimals = strings.TrimRight(decimals, "0"); decimals == "" {
		return sign + whole, true
	}
	return sign + whole + "." + decimals, true
}

// ReadAmount reads an amount that is not negative; fault says what is wrong with
// it.
func ReadAmount(typed string) (d money.Decimal, fault string) {
	r := (&Input{kind: amount}).read(strings.TrimSpace(typed))
	if r.fault != "" {
		return d, r.fault
	}
	d, err := money.Parse(r.json)
	if err != nil { // what was read is a number
		return d, clipped(typed) + " is not an amount."
	}
	return d, ""
}
