package mcpapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// responseMax is the maximum length of a response in bytes, text and structured result together,
// unless the argument rows requests more. It corresponds to about 4,000 tokens.
const responseMax = 16_000

// optional contains the paths of the lists that a short response of an operation may omit. The
// argument page returns such a list. If a list is nested in another one, page returns the outer
// list.
var optional = map[*operations.Operation][]string{
	operations.Compute: {
		"journalEntries", "result.schedule", "result.events", "result.discountRates", "result.notes",
		"input.events", "input.rentSteps", "input.rentFree", "input.otherPayments", "input.variablePayments", "input.discountRates", "input.subleaseIncome",
	},
	operations.Schedule:       {"schedule", "events"},
	operations.JournalEntries: {"journalEntries"},
	operations.Report: {
		"journalEntries", "entries.leases", "leases", "groups", "comparative.leases", "comparative.groups", "previous.lateChanges", "tieOut", "concepts",
		"skipped", "weightedAverages", "comparative.weightedAverages", "notCommenced", "notes",
	},
	operations.Verify:  {"differences", "inconsistencies", "notes"},
	operations.Compare: {"treatments", "treatments.years", "treatments.notes", "differences", "differences.years"},
}

// pagesOf returns the lists of an operation that the argument page can return.
func pagesOf(op *operations.Operation) (pages []string) {
	for _, path := range optional[op] {
		if outerOf(op, path) == path {
			pages = append(pages, path)
		}
	}
	return pages
}

// outerOf returns the outermost optional list in which the list at path is nested. If there is
// none, it returns path.
func outerOf(op *operations.Operation, path string) string {
	for _, outer := range optional[op] {
		if strings.HasPrefix(path, outer+".") {
			return outer
		}
	}
	return path
}

// page is the value of the argument page. It selects the elements of a list from a given number.
type page struct {
	list string
	from int // number of the first element, counted from 1
}

func (p page) String() string { return p.list + ":" + strconv.Itoa(p.from) }

// parsePage parses a page such as journalEntries:13. Without a number, the page begins with the
// first element.
func parsePage(op *operations.Operation, text string) (page, bool) {
	list, number, numbered := strings.Cut(text, ":")
	from := 1
	if numbered {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return page{}, false
		}
		from = n
	}
	if !slices.Contains(pagesOf(op), list) {
		return page{}, false
	}
	return page{list, from}, true
}

// omission is an element of the field leftOut. It contains the name of a list, the number of its
// omitted elements, and the argument that returns them.
type omission struct {
	List     string            `json:"list"`
	Omitted  int               `json:"omitted"`
	Argument map[string]string `json:"argument"`
}

func omitted(path string, n int, p page) omission {
	return omission{path, n, map[string]string{argumentPage: p.String()}}
}

// leftOutMember is the name of the field of a structured result that contains the omissions.
const leftOutMember = "leftOut"

// fit omits optional lists from an object, beginning with the longest, until the object has at most
// most bytes.
func fit(object []byte, op *operations.Operation, most int) (fitted []byte, leftOut []omission, err error) {
	if len(object) <= most {
		return object, nil, nil
	}
	sizes := map[string]int{}
	if _, err := listSizes(object, "", op, sizes); err != nil {
		return nil, nil, err
	}
	for len(object) > most && len(sizes) > 0 {
		longest := ""
		for path, size := range sizes {
			if size > sizes[longest] || size == sizes[longest] && path < longest {
				longest = path
			}
		}
		if sizes[longest] <= len("[]") {
			break
		}
		delete(sizes, longest)
		n := 0
		object, err = edit(object, strings.Split(longest, "."), func(list []byte) ([]byte, error) {
			all, err := elements(list)
			n += len(all)
			return nil, err
		})
		if err != nil {
			return nil, nil, err
		}
		if n > 0 {
			leftOut = append(leftOut, omitted(longest, n, page{outerOf(op, longest), 1}))
		}
	}
	return object, leftOut, nil
}

// listSizes adds the length of each optional list in value to sizes, without the optional lists
// that are nested in it. It returns the total length of the optional lists in bytes.
func listSizes(value []byte, path string, op *operations.Operation, sizes map[string]int) (counted int, err error) {
	if value[0] == '[' {
		list, err := elements(value)
		for _, element := range list {
			n, err := listSizes(element, path, op, sizes)
			if err != nil {
				return 0, err
			}
			counted += n
		}
		return counted, err
	}
	if value[0] != '{' {
		return 0, nil
	}
	err = eachMember(value, func(name string, v jsontext.Value) error {
		at := strings.TrimPrefix(path+"."+name, ".")
		isList, contains := false, false
		for _, o := range optional[op] {
			isList = isList || o == at
			contains = contains || strings.HasPrefix(o, at+".")
		}
		nested := 0
		if contains {
			if nested, err = listSizes(v, at, op, sizes); err != nil {
				return err
			}
		}
		if isList {
			sizes[at] += len(v) - nested
			nested = len(v)
		}
		counted += nested
		return nil
	})
	return counted, err
}

// pageOf returns an object with only the elements of a page, and a text with the same elements. It
// selects as many elements as a response can contain, but at least one.
func pageOf(object []byte, p page) (paged []byte, text string, err error) {
	var all []json.RawMessage
	if _, err := edit(object, strings.Split(p.list, "."), func(list []byte) (_ []byte, err error) {
		all, err = elements(list)
		return list, err
	}); err != nil {
		return nil, "", err
	}
	end, size := min(p.from-1, len(all)), 0
	first := end
	for end < len(all) && (end == first || size+len(all[end]) <= responseMax*2/5) {
		size += len(all[end])
		end++
	}
	name := p.list[strings.LastIndexByte(p.list, '.')+1:]
	if paged, err = withMember([]byte("{}"), name, all[first:end]); err != nil {
		return nil, "", err
	}
	var b strings.Builder
	if first == end {
		fmt.Fprintf(&b, "%s has %d elements; there is no element %d.\n", p.list, len(all), p.from)
		return paged, b.String(), nil
	}
	fmt.Fprintf(&b, "%s, elements %d to %d of %d:\n", p.list, first+1, end, len(all))
	for _, element := range all[first:end] {
		b.Write(append(element, '\n'))
	}
	if end < len(all) {
		next := page{p.list, end + 1}
		fmt.Fprintf(&b, "%d more: page %q.\n", len(all)-end, next)
		paged, err = withMember(paged, leftOutMember, []omission{omitted(p.list, len(all)-end, next)})
	}
	return paged, b.String(), err
}

// selection contains the rows of a schedule and the journal entries that the argument rows selects.
type selection struct {
	rows, entries []bool
	n             int // number of selected rows
}

// selectRows returns the rows that args selects, with their journal entries and the entries
// that belong to no row, such as the entry at commencement. If args selects a range of days, it
// returns the entries with a date in this range instead.
func selectRows(r *leasehold.Result, journal []leasehold.Entry, args *arguments) selection {
	s := selection{rows: make([]bool, len(r.Schedule)), entries: make([]bool, len(journal))}
	selected := map[int]bool{0: true} // the numbers of the selected rows; entries without a row have the number 0
	for i := range r.Schedule {
		if s.rows[i] = args.selects(r.Schedule, i); s.rows[i] {
			s.n++
			selected[r.Schedule[i].Number] = true
		}
	}
	for i := range journal {
		s.entries[i] = selected[journal[i].Period]
		if args.rows == rowsSpan {
			s.entries[i] = !journal[i].Date.Before(args.span.From) && !args.span.To.Before(journal[i].Date)
		}
	}
	return s
}

// selects reports whether row i of a schedule is selected.
func (a *arguments) selects(schedule []leasehold.Period, i int) bool {
	switch a.rows {
	case rowsSpan:
		return !schedule[i].Last.Before(a.span.From) && !a.span.To.Before(schedule[i].First)
	case rowsFirst:
		return i < firstRows
	case rowsLast:
		return i >= len(schedule)-firstRows
	case rowsYearly:
		return i == len(schedule)-1 || schedule[i+1].Year != schedule[i].Year
	case rowsAll, rowsShort:
	}
	return true
}

// apply returns an operation's response object with only the selected rows and entries. If a list
// has another length than the selection, apply does not change it. This is possible if a replayed
// response was computed under earlier rules.
func (s selection) apply(object []byte) (selected []byte, leftOut []omission, err error) {
	for _, l := range []struct {
		path string
		keep []bool
	}{{"schedule", s.rows}, {"result.schedule", s.rows}, {"journalEntries", s.entries}} {
		object, err = edit(object, strings.Split(l.path, "."), func(list []byte) ([]byte, error) {
			all, err := elements(list)
			if err != nil || len(all) != len(l.keep) {
				return list, err
			}
			kept := all[:0]
			for i, element := range all {
				if l.keep[i] {
					kept = append(kept, element)
				}
			}
			if n := len(l.keep) - len(kept); n > 0 {
				leftOut = append(leftOut, omitted(l.path, n, page{l.path, 1}))
			}
			return join(kept), nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return object, leftOut, nil
}
