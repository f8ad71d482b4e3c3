package oracle

// Calendar defines payment periods that do not start on monthly anniversaries of commencement. They
// start on the same day of the month as From, or on quarter days.
type Calendar struct {
	From date   `json:"from"`
	Days string `json:"days"`
}

// quarterDays maps each kind of quarter days to the four dates (month, day) on which rent is due.
var quarterDays = map[string][4][2]int{
	"english_quarter_days": {{3, 25}, {6, 24}, {9, 29}, {12, 25}},
	"scottish_term_days":   {{2, 28}, {5, 28}, {8, 28}, {11, 28}},
}

// period is a payment period of the contract. A period may extend beyond the end of the term.
type period struct {
	first date // first day; the commencement date if the period starts before it
	next  date
	days  int // days in the whole period, including days before commencement
	years int // anniversaries of commencement on or before the first day
}

func (r *Request) period(k int) period {
	m := r.monthsPerPeriod()
	p := period{first: r.monthStart(k * m), next: r.monthStart((k + 1) * m)}
	begins := p.first
	if r.Calendar != nil {
		if r.startsWithPart() {
			k--
		}
		begins, p.next = r.regular(k), r.regular(k+1)
		p.first = begins
		if p.first.before(r.Commencement) {
			p.first = r.Commencement
		}
	}
	p.days = begins.daysTo(p.next)
	month, _ := r.monthOf(p.first)
	p.years = month / 12
	return p
}

func (r *Request) startsWithPart() bool { return r.Calendar != nil && r.regular(0) != r.Commencement }

// regular returns the first day of the i-th regular period. Period 0 is the first regular period
// that starts on or after commencement.
func (r *Request) regular(i int) date {
	if r.Calendar.Days == "" {
		return r.Calendar.From.plusMonths(i * r.monthsPerPeriod())
	}
	days := quarterDays[r.Calendar.Days]
	first := 0
	for day := range days {
		if (date{r.Commencement.year, days[day][0], days[day][1]}).before(r.Commencement) {
			first = day + 1
		}
	}
	year := r.Commencement.year
	for i += first; i < 0; i += 4 {
		year--
	}
	return date{year + i/4, days[i%4][0], days[i%4][1]}
}

// periodOf returns the index of the period that contains day d, and whether d is the first day of
// the period. The index is negative if d is before commencement.
func (r *Request) periodOf(d date) (k int, first bool) {
	if d.before(r.Commencement) {
		return -1, false
	}
	month, _ := r.monthOf(d)
	k = month / r.monthsPerPeriod()
	for k > 0 && r.period(k).first.after(d) {
		k--
	}
	for !r.period(k).next.after(d) {
		k++
	}
	return k, r.period(k).first == d
}

// freeUnit is one month of a span with no rent or a reduced rent. If periods start on quarter days,
// it is one quarter.
type freeUnit struct {
	first, next date
	share       *fraction
}

// freeUnits divides a rent-free span into months. If the span starts with a calendar period, the
// months start on calendar dates. Otherwise they start on monthly anniversaries of commencement.
// The result is false if the span is invalid.
func (r *Request) freeUnits(s Span) (units []freeUnit, ok bool) {
	share := ratio(used(s.Share))
	unit := func(first, next date) { units = append(units, freeUnit{first, next, &share}) }
	anchor := r.Commencement
	if r.Calendar != nil && s.From != r.Commencement {
		if r.Calendar.Days != "" {
			k, first := r.periodOf(s.From)
			if !first || s.Months%3 != 0 {
				return nil, false
			}
			for i := range s.Months / 3 {
				unit(r.period(k+i).first, r.period(k+i).next)
			}
			return units, true
		}
		anchor = r.Calendar.From
	}
	month, first := monthsFrom(anchor, s.From)
	for i := range s.Months {
		unit(anchor.plusMonths(month+i), anchor.plusMonths(month+i+1))
	}
	return units, first
}

// monthsFrom returns the number of whole months from anchor to d, and whether d is a monthly
// anniversary of anchor. The number is negative if d is before the anchor.
func monthsFrom(anchor, d date) (month int, exactly bool) {
	month = (d.year-anchor.year)*12 + d.month - anchor.month
	if anchor.plusMonths(month).after(d) {
		month--
	}
	return month, anchor.plusMonths(month) == d
}
