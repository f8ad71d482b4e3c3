package leases

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// NewDice returns the random generator for a seed and a kind of draw. Every run draws the same
// values, regardless of the order in which workers draw them.
func NewDice(seed, kind uint64) *Dice {
	d := &Dice{state: seed}
	d.state = d.next() ^ kind
	d.state = d.next()
	return d
}

// Dice is a deterministic random generator (splitmix64). It returns the same numbers under every Go
// release.
type Dice struct{ state uint64 }

func (d *Dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// N returns a number from 0 to n - 1.
func (d *Dice) N(n int) int {
	hi, _ := bits.Mul64(d.next(), uint64(n))
	return int(hi)
}

// Between returns a number from low to high, inclusive.
func (d *Dice) Between(low, high int) int { return low + d.N(high-low+1) }

// Chance returns true with the given probability in percent.
func (d *Dice) Chance(percent int) bool { return d.N(100) < percent }

// Pick returns an element of the list.
func Pick[T any](d *Dice, list ...T) T { return list[d.N(len(list))] }

func shuffle[T any](d *Dice, list []T) {
	for i := range list {
		j := d.N(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

func (d *Dice) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + d.N(10))
	}
	return string(b)
}

// Fields holds a lease's field names with their values as JSON text.
type Fields struct{ names, values []string }

// Set adds or replaces a field. The value is JSON text.
func (r *Fields) Set(name, value string) {
	if i := slices.Index(r.names, name); i >= 0 {
		r.values[i] = value
		return
	}
	r.names = append(r.names, name)
	r.values = append(r.values, value)
}

// Get returns a field's JSON text, or an empty string if the field is absent.
func (r *Fields) Get(name string) string {
	if i := slices.Index(r.names, name); i >= 0 {
		return r.values[i]
	}
	return ""
}

// Remove removes a field.
func (r *Fields) Remove(name string) {
	if i := slices.Index(r.names, name); i >= 0 {
		r.names, r.values = slices.Delete(r.names, i, i+1), slices.Delete(r.values, i, i+1)
	}
}

// JSON returns the object, with its fields in random order and random white space.
func (r *Fields) JSON(d *Dice) string {
	space := Pick(d, "", "", " ", "\n  ", "\t", "\r\n")
	fields := make([]string, len(r.names))
	for i, name := range r.names {
		fields[i] = space + strconv.Quote(name) + ":" + r.values[i]
	}
	if d.Chance(50) {
		shuffle(d, fields)
	}
	return "{" + strings.Join(fields, ",") + space + "}"
}

// extremeAmount draws an amount that is hard to parse, or that needs many digits in computations.
func extremeAmount(d *Dice) string {
	switch d.N(14) {
	case 0:
		return "0.01"
	case 1:
		return "999999999999999.99"
	case 2: // three amounts: one rounds to 0.00, one rounds to 0.01, and one rounds to 0.01 only because of the 40th decimal
		return Pick(d, "0.004", "0.005", "0.0049999999999999999999999999999999999999999999999")
	case 3:
		return Pick(d, "1e-999", "1e-41", "4e-3", "5e-3")
	case 4: // an amount of 400 characters
		whole := strconv.Itoa(d.Between(1, 99999))
		return whole + "." + d.digits(400-len(whole)-2) + "1"
	case 5:
		return fmt.Sprintf("%d.%s5", d.Between(1, 1000000), d.digits(2))
	case 6:
		return fmt.Sprintf("%d.%s", d.Between(1, 1000000), d.digits(d.Between(3, 60)))
	case 7:
		return fmt.Sprintf("%d.%s", d.next()%1_000_000_000_000_000, d.digits(2)) + "1"
	case 8:
		return fmt.Sprintf("%d.%s", 1+d.next()%999_999_999_999_999, d.digits(2))
	case 9:
		return "1" + strings.Repeat("0", 385) + "e-" + strconv.Itoa(d.Between(372, 390))
	case 10:
		return fmt.Sprintf("0.%s1", strings.Repeat("0", d.Between(0, 390))) + "e" + strconv.Itoa(d.Between(0, 10))
	case 11:
		return fmt.Sprintf("%de%d", d.Between(1, 9), d.Between(0, 14))
	case 12: // with the rounding error of binary floating point, such as 0.30000000000000004
		return fmt.Sprintf("%d.%s", d.Between(1, 99999), Pick(d, "1000000000000000055511151231257827", "30000000000000004", "69999999999999996", "005000000000000001"))
	default:
		return fmt.Sprintf("%d.99", d.Between(1, 99))
	}
}

// Rate draws an ordinary annual rate, from about 0.5% to 15%.
func Rate(d *Dice) string {
	switch d.N(6) {
	case 0:
		return fmt.Sprintf("0.%02d", d.Between(1, 15))
	case 1:
		return fmt.Sprintf("0.%03d", d.Between(5, 150))
	case 2:
		return fmt.Sprintf("0.0%s1", d.digits(d.Between(3, 6)))
	default:
		return fmt.Sprintf("0.%04d", d.Between(50, 1500))
	}
}

// extremeRate draws 0, 1, a rate that binary floating point represents exactly, or a rate with more
// decimals than METHOD uses.
func extremeRate(d *Dice) string {
	switch d.N(10) {
	case 0:
		return Pick(d, "0", "0.0", "0e0", "1e-18", "4.9e-18", "1e-999")
	case 1:
		return Pick(d, "1", "1.0", "1e0", "10e-1", "0.99999999999999999999", "0.99999999999999999")
	case 2:
		return Pick(d, "0.5", "0.25", "0.75", "0.6", "0.2", "0.4", "0.8", "0.28", "0.024", "0.288", "0.096", "0.048")
	case 3:
		return "0.0" + d.digits(16)
	case 4:
		return "0." + d.digits(17)
	case 5:
		return "0.0" + d.digits(d.Between(17, 60))
	case 6:
		return "0.0" + d.digits(390)
	case 7:
		return Pick(d, "0.060000000000000005", "0.07000000000000000666", "0.1000000000000000055511151231257827021181583404541015625", "0.04999999999999999")
	case 8:
		return Pick(d, "1e-17", "5e-18", "1e-16", "1.5e-17", "1e-10", "0.000001")
	default:
		return "0." + d.digits(d.Between(1, 12)) + "1"
	}
}

// life draws an economic life in months. The economic life can be shorter than the term, longer
// than the term, or about four thirds of the term.
func life(d *Dice, term int) int {
	switch d.N(8) {
	case 0:
		return d.Between(1, term)
	case 1:
		return term
	case 2:
		return max(1, term*4/3+d.Between(-1, 1))
	case 3:
		return Pick(d, 1, 2, 7, 999_999, 1_000_000)
	default:
		return term + d.N(2*term)
	}
}

// commencement draws a commencement date. Month ends and 29 February are frequent.
func commencement(d *Dice) string {
	year, month, day := d.Between(1995, 2045), d.Between(1, 12), d.Between(1, 28)
	switch d.N(11) {
	case 0, 1, 2:
		day = 1
	case 3, 4:
		month, day = Pick(d, 1, 3, 5, 7, 8, 10, 12), 31
	case 5: // 29 February
		year, month, day = year/4*4, 2, 29
	case 6:
		month, day = Pick(d, 4, 6, 9, 11), 30
	}
	return fmt.Sprintf(`"%04d-%02d-%02d"`, year, month, day)
}

// exchangeRate draws an exchange rate, in units of one currency per unit of another.
func exchangeRate(d *Dice) string {
	return Pick(d, "1."+d.digits(4)+"1", "0."+d.digits(6)+"1", "1", "2.5", "0.5", strconv.Itoa(1+d.N(200))+"."+d.digits(2))
}
