package rowpack

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// figure is a number or a date as it is printed.
type figure struct {
	value  uint64 // in the last decimal, two's complement; the parts of a date
	length int
	form   int8 // decimals, isDate or odd
}

const (
	isDate int8 = -1
	odd    int8 = -2 // would be printed otherwise, or is no figure
)

const (
	mostDigits = 18 // keeps a value within an int64
	mostBytes  = 24 // of a figure; more is read as another one after it
	maxFigure  = 24 // printed: a sign, 20 digits, a zero and a point
)

// ofFigure reports whether figures are made of a byte.
func ofFigure(c byte) bool { return c-'0' <= 9 || c == '.' || c == '-' }

// parse reads the figure that text begins with. What it reads is printed again as
// it was, unless its form is odd.
func parse(text []byte) figure {
	if len(text) >= 16 {
		if f := parseUsual(text[:16]); f.length > 0 {
			return f
		}
	}
	return parseAny(text)
}

// The functions below work on all bytes of a word at once.
const (
	eachZero = 0x3030303030303030
	eachHigh = 0x8080808080808080
	eachOver = 0x7676767676767676 // added to a digit, sets the high bit if it exceeds 9
)

// parseUsual reads whole numbers and amounts of one to seven digits before the
// point, and dates. Its length is 0 for all else.
func parseUsual(text []byte) figure {
	digits := binary.LittleEndian.Uint64(text) ^ eachZero
	n := bits.TrailingZeros64((digits|(digits&^eachHigh+eachOver))&eachHigh) >> 3
	if n == 0 || n == 8 || n > 1 && digits&0xFF == 0 {
		return figure{}
	}
	digits <<= 64 - 8*n
	digits = digits*10 + digits>>8 // pairs
	const pair = 0x000000FF000000FF
	value := (digits&pair*(100+1_000_000<<32) + digits>>16&pair*(1+10_000<<32)) >> 32
	rest := binary.LittleEndian.Uint32(text[n:])
	switch {
	case !ofFigure(byte(rest)):
		return figure{value, n, 0}
	case byte(rest) == '.':
		cents := rest ^ 0x3030_2E
		if (cents|(cents&^0x808080+0x767600))&0x808000 == 0 && !ofFigure(byte(rest>>24)) {
			return figure{value*100 + uint64(cents>>8&0xFF*10+cents>>16&0xFF), n + 3, 2}
		}
	case n == 4 && !ofFigure(text[10]):
		return parseDate(value, binary.LittleEndian.Uint64(text[4:]))
	}
	return figure{}
}

// parseDate reads "-MM-DD" of the word after the year.
func parseDate(year, rest uint64) figure {
	rest ^= 0x30302D30302D
	if (rest|(rest&^eachHigh+0x76767F76767F))&0x808080808080 != 0 {
		return figure{}
	}
	month, day := rest>>8&0xFF*10+rest>>16&0xFF, rest>>32&0xFF*10+rest>>40&0xFF
	if month >= 16 || day >= 32 {
		return figure{}
	}
	return figure{year<<9 | month<<5 | day, 10, isDate}
}

// parseAny reads a number with up to mostDigits digits.
func parseAny(text []byte) figure {
	n := 0
	for n < min(len(text), mostBytes) && ofFigure(text[n]) {
		n++
	}
	f := figure{length: n, form: odd}
	rest := text[:n]
	negative := n > 0 && rest[0] == '-'
	if negative {
		rest = rest[1:]
	}
	point := len(rest)
	var value uint64
	for i, c := range rest {
		switch {
		case c-'0' <= 9:
			value = value*10 + uint64(c-'0')
		case c == '.' && point == len(rest) && 0 < i && i < len(rest)-1:
			point = i
		default:
			return f
		}
	}
	decimals := max(0, len(rest)-point-1)
	if point == 0 || point+decimals > mostDigits || point > 1 && rest[0] == '0' || negative && value == 0 {
		return f
	}
	if negative {
		value = -value
	}
	return figure{value, f.length, int8(decimals)}
}

// append prints a figure as parse has read it.
func (f *figure) append(dst []byte) []byte {
	value := f.value
	if f.form == isDate {
		year, month, day := value>>9%10000, value>>5&15, value&31
		return append(dst, byte('0'+year/1000), byte('0'+year/100%10), byte('0'+year/10%10), byte('0'+year%10), '-',
			byte('0'+month/10), byte('0'+month%10), '-', byte('0'+day/10), byte('0'+day%10))
	}
	if int64(value) < 0 {
		dst, value = append(dst, '-'), -value
	}
	var room [maxFigure]byte
	digits := strconv.AppendUint(room[:0], value, 10)
	whole := len(digits) - int(f.form)
	if whole > 0 {
		dst = append(dst, digits[:whole]...)
	} else {
		dst = append(dst, '0')
	}
	if f.form > 0 {
		dst = append(dst, '.')
		for ; whole < 0; whole++ {
			dst = append(dst, '0')
		}
		dst = append(dst, digits[whole:]...)
	}
	return dst
}
