package mcpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// responseMax is the maximum length of a short response in bytes, including the text and the structured result.
// That is about 4,000 tokens.
const responseMax = 16_000

// optional contains the paths of the lists that a short response may omit. The page argument
// requests an omitted list. For a nested list, page must name the optional list that contains it.
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

func pagesOf(op *operations.Operation) (pages []string) {
	for _, path := range optional[op] {
		if outerOf(op, path) == path {
			pages = append(pages, path)
		}
	}
	return pages
}

// outerOf returns the path of the optional list that contains the list at the given path. Without
// such an optional list, it returns the given path.
func outerOf(op *operations.Operation, path string) string {
	for _, outer := range optional[op] {
		if strings.HasPrefix(path, outer+".") {
			return outer
		}
	}
	return path
}

// page is the value of the page argument: a list, and the number of its first element to return.
type page struct {
	list string
	from int // number of the first element, counted from 1
}

func (p page) String() string { return p.list + ":" + strconv.Itoa(p.from) }

// parsePage parses a page such as journalEntries:13. The default number is 1.
func parsePage(op *operations.Operation, text string) (page, bool) {
	list, number, numbered := strings.Cut(text, ":")
	from, err := 1, error(nil)
	if numbered {
		from, err = strconv.Atoi(number)
	}
	return page{list, from}, err == nil && from >= 1 && slices.Contains(pagesOf(op), list)
}

// omission is an element of leftOut. It names an omitted list and the argument that returns it.
type omission struct {
	List     string            `json:"list"`
	Omitted  int               `json:"omitted"`
	Argument map[string]string `json:"argument"`
}

func omitted(path string, n int, p page) omission {
	return omission{path, n, map[string]string{argumentPage: p.String()}}
}

const leftOutMember = "leftOut"

// fit omits the longest optional lists from an object until the object fits the given maximum length in bytes.
func fit(object jsontext.Value, op *operations.Operation, most int) (fitted jsontext.Value, leftOut []omission) {
	if len(object) <= most {
		return object, nil
	}
	sizes := map[string]int{}
	listSizes(object, "", op, sizes)
	for len(object) > most {
		longest := ""
		for _, path := range slices.Sorted(maps.Keys(sizes)) {
			if sizes[path] > sizes[longest] {
				longest = path
			}
		}
		if sizes[longest] <= len("[]") {
			break
		}
		delete(sizes, longest)
		n := 0
		object = edit(object, longest, func(list jsontext.Value) jsontext.Value {
			n += len(elements(list))
			return nil
		})
		if n > 0 {
			leftOut = append(leftOut, omitted(longest, n, page{outerOf(op, longest), 1}))
		}
	}
	return object, leftOut
}

// listSizes measures each optional list in a JSON value and stores the length in the map named sizes. A list's length
// excludes the optional lists nested in that list. listSizes returns the total length of the optional lists in bytes.
func listSizes(value jsontext.Value, path string, op *operations.Operation, sizes map[string]int) (counted int) {
	for element := range strict.Elements(value) {
		counted += listSizes(element, path, op, sizes)
	}
	for name, v := range strict.Members(value) {
		at, nested := strings.TrimPrefix(path+"."+name, "."), 0
		if slices.ContainsFunc(optional[op], func(o string) bool { return strings.HasPrefix(o, at+".") }) {
			nested = listSizes(v, at, op, sizes)
		}
		if slices.Contains(optional[op], at) {
			sizes[at] += len(v) - nested
			nested = len(v)
		}
		counted += nested
	}
	return counted
}

// pageOf returns an object and a text. Each contains as many elements of a page as fit, but at least one element.
func pageOf(object jsontext.Value, p page) (paged jsontext.Value, text string) {
	var all []jsontext.Value
	edit(object, p.list, func(list jsontext.Value) jsontext.Value {
		all = elements(list)
		return list
	})
	end, size := min(p.from-1, len(all)), 0
	first := end
	for end < len(all) && (end == first || size+len(all[end]) <= responseMax*2/5) {
		size += len(all[end])
		end++
	}
	name := p.list[strings.LastIndexByte(p.list, '.')+1:]
	paged = withMember(jsontext.Value("{}"), name, json.RawMessage(join(all[first:end])))
	if first == end {
		return paged, fmt.Sprintf("%s has %d elements; there is no element %d.\n", p.list, len(all), p.from)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, elements %d to %d of %d:\n", p.list, first+1, end, len(all))
	for _, element := range all[first:end] {
		fmt.Fprintf(&b, "%s\n", element)
	}
	if more := len(all) - end; more > 0 {
		next := page{p.list, end + 1}
		fmt.Fprintf(&b, "%d more are not shown; to see them, set page to %q.\n", more, next)
		paged = withMember(paged, leftOutMember, []omission{omitted(p.list, more, next)})
	}
	return paged, b.String()
}

// selection contains the rows of a schedule and the journal entries that the rows argument selects.
type selection struct {
	rows, entries []bool
	n             int // number of selected rows
}

// selectRows returns the selected rows with their journal entries, and the entries that belong to no row, such as the
// entry at commencement. For a range of days, selectRows returns the entries with a date in the range instead.
func selectRows(r *leasehold.Result, journal []leasehold.Entry, args *arguments) selection {
	s := selection{rows: make([]bool, len(r.Schedule)), entries: make([]bool, len(journal))}
	selected := map[int]bool{0: true} // numbers of the selected rows; entries without a row have the number 0
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
	}
	return true
}

// apply returns a response object with only the selected rows and entries. If a list and the selection
// differ in length, as in a response computed under earlier rules, the list is left unchanged.
func (s selection) apply(object jsontext.Value) (selected jsontext.Value, leftOut []omission) {
	for _, l := range []struct {
		path string
		keep []bool
	}{{"schedule", s.rows}, {"result.schedule", s.rows}, {"journalEntries", s.entries}} {
		object = edit(object, l.path, func(list jsontext.Value) jsontext.Value {
			all := elements(list)
			if len(all) != len(l.keep) {
				return list
			}
			var kept []jsontext.Value
			for i, element := range all {
				if l.keep[i] {
					kept = append(kept, element)
				}
			}
			if n := len(all) - len(kept); n > 0 {
				leftOut = append(leftOut, omitted(l.path, n, page{l.path, 1}))
			}
			return join(kept)
		})
	}
	return object, leftOut
}
