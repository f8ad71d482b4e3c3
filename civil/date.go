// Package civil implements calendar dates without a time of day or a time zone.
package civil

import (
	"cmp"
	"errors"
)

// Date is a date of the proleptic Gregorian calendar. The zero value is not a valid date.
type Date struct {
	Year  int16 // 1 to 9999 in a lease
	Month uint8 // 1 to 12
	Day   uint8 // 1 to 31
}

// New returns the date with the given year, month and day. New does not check that the date exists.
func New(year int16, month, day uint8) Date { return Date{year, month, day} }

// errDate is the only error that [Parse] returns.
var errDate = errors.New("not a calendar date in the form yyyy-mm-dd")

// Parse reads a date in the form yyyy-mm-dd. Parse rejects a date that does not exist in the calendar.
func Parse[T string | []byte](text T) (Date, error) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return Date{}, errDate
	}
	n := [3]int{}
	for i, span := range [3][2]int{{0, 4}, {5, 7}, {8, 10}} {
		for _, c := range []byte(text[span[0]:span[1]]) {
			if c < '0' || c > '9' {
				return Date{}, errDate
			}
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	d := Date{int16(n[0]), uint8(n[1]), uint8(n[2])} // at most four, two and two digits
	if !d.Valid() {
		return Date{}, errDate
	}
	return d, nil
}

// Valid reports whether d is a date of the years 1 to 9999.
func (d Date) Valid() bool {
	return d.Year >= 1 && d.Year <= 9999 && d.Month >= 1 && d.Month <= 12 &&
		d.Day >= 1 && d.Day <= daysIn(int(d.Year), int(d.Month))
}

func daysIn(year, month int) uint8 {
	if month == 2 {
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return uint8(30 | (month ^ month>>3)) // odd months up to July and even months from August have 31 days
}

// AddMonths returns the date n months later. If that month has no such day, the result is the month's last day:
// one month after 31 January is 28 or 29 February. n may be negative, but the result must not be before the
// year 0. The result may be after the year 9999.
func (d Date) AddMonths(n int) Date {
	months := int(d.Year)*12 + int(d.Month) - 1 + n
	year, month := months/12, months%12+1
	if d.Day > 28 {
		d.Day = min(d.Day, daysIn(year, month))
	}
	return Date{int16(year), uint8(month), d.Day}
}

// Prev returns the preceding day.
func (d Date) Prev() Date {
	switch {
	case d.Day > 1:
		d.Day--
	case d.Month > 1:
		d.Month--
		d.Day = daysIn(int(d.Year), int(d.Month))
	default:
		d = Date{d.Year - 1, 12, 31}
	}
	return d
}

// Append appends d as yyyy-mm-dd.
func (d Date) Append(dst []byte) []byte {
	century, year := byte(d.Year/100), byte(d.Year%100)
	return append(dst, '0'+century/10, '0'+century%10, '0'+year/10, '0'+year%10, '-',
		'0'+d.Month/10, '0'+d.Month%10, '-', '0'+d.Day/10, '0'+d.Day%10)
}

// String returns d as yyyy-mm-dd.
func (d Date) String() string { return string(d.Append(make([]byte, 0, 10))) }

// MarshalText returns d as yyyy-mm-dd.
func (d Date) MarshalText() ([]byte, error) { return d.Append(nil), nil }

// UnmarshalText reads a date as [Parse] does.
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d, err = Parse(text)
	return err
}

// Compare returns −1 if d is before e, 0 if both are the same day, and 1 if d is after e.
func (d Date) Compare(e Date) int { return cmp.Compare(d.packed(), e.packed()) }

// Before reports whether d is earlier than e.
func (d Date) Before(e Date) bool { return d.packed() < e.packed() }

// packed returns a number for d. An earlier date has a smaller number.
func (d Date) packed() int32 { return int32(d.Year)<<9 | int32(d.Month)<<5 | int32(d.Day) }

// Next returns the following day.
func (d Date) Next() Date {
	switch {
	case d.Day < daysIn(int(d.Year), int(d.Month)):
		d.Day++
	case d.Month < 12:
		d.Month++
		d.Day = 1
	default:
		d = Date{d.Year + 1, 1, 1}
	}
	return d
}

// Ordinal returns the day number of d: the difference between two ordinals is the number of days between the dates.
func (d Date) Ordinal() int {
	// Years are counted from March, so that the leap day is the last day of a year.
	year, month := int(d.Year), int(d.Month)
	if month <= 2 {
		year, month = year-1, month+12
	}
	return year*365 + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + int(d.Day)
}

// MonthsTo returns the number of whole months from d to e. e must not be before d. The result exact reports
// whether e is exactly this number of months after d.
func (d Date) MonthsTo(e Date) (months int, exact bool) {
	months = (int(e.Year)-int(d.Year))*12 + int(e.Month) - int(d.Month)
	at := d.AddMonths(months)
	if e.Before(at) {
		return months - 1, false
	}
	return months, at == e
}

// AddDays returns the date n days later. n must not be negative.
func (d Date) AddDays(n int) Date {
	for ; n > 0; n-- {
		d = d.Next()
	}
	return d
}

// MonthEnd returns the last day of d's month.
func (d Date) MonthEnd() Date {
	d.Day = daysIn(int(d.Year), int(d.Month))
	return d
}

// MonthsGone returns the number of months from d to a later date as the fraction num / den. A month
// in progress counts as a fraction: the share of its days that have passed.
func (d Date) MonthsGone(to Date) (num, den uint64) {
	months, _ := d.MonthsTo(to)
	begun := d.AddMonths(months)
	den = uint64(d.AddMonths(months+1).Ordinal() - begun.Ordinal())
	return uint64(months)*den + uint64(to.Ordinal()-begun.Ordinal()), den
}
