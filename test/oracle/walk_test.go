package oracle_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// aside reports whether the function walk skips a field because it contains explanatory text or
// identifies the request.
func aside(path, name string) bool {
	switch name {
	case "detail", "citation", "citations", "notes", "memo", "rationale", "message", "sentence", "request_id", "replay":
		return true
	case "label": // skip the label of a classification test, but compare the label of a maturity
		return strings.HasPrefix(path, "classification.")
	default:
		return false
	}
}

// valuesOf returns a printed response's values by path.
func valuesOf(printed []byte) (map[string]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(printed))
	decoder.UseNumber() // compare numbers digit by digit
	var response any
	err := decoder.Decode(&response)
	figures := map[string]string{}
	walk(response, "", figures)
	return figures, err
}

// walk lists the values in part of a response by path. It skips the fields that the function aside
// reports.
func walk(value any, path string, figures map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			figures[path] = "{}"
		}
		for name, item := range v {
			switch at := strings.TrimPrefix(path+"."+name, "."); {
			case aside(path, name):
			case name == "lines":
				walkLines(item.([]any), at, figures)
			default:
				walk(item, at, figures)
			}
		}
	case []any:
		if len(v) == 0 {
			figures[path] = "[]"
		}
		for i, item := range v {
			if fields, _ := item.(map[string]any); strings.HasPrefix(path, "previous.lateChanges.") && fields["account"] != nil {
				figures[path+"."+text(fields["account"])] = text(fields["amount"])
				continue
			}
			walk(item, path+"."+named(path, i, item), figures)
		}
	case string:
		figures[path] = strconv.Quote(v)
	default:
		figures[path] = text(v)
	}
}

// text returns a JSON value as text, without quotes. It returns an empty string for an absent value.
func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// named returns the path of a list's i-th item. If the list has no order, the path contains the
// item's keys instead of i.
func named(path string, i int, item any) string {
	fields, _ := item.(map[string]any)
	of := func(name string) string { return text(fields[name]) }
	var key []string
	if names, _ := fields["key"].(map[string]any); names != nil {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			key = append(key, name+"="+text(names[name]))
		}
	}
	switch strings.TrimPrefix(path, "comparative.") {
	case "previous.lateChanges":
		return of("id")
	case "tieOut":
		return of("account") + "|" + strings.Join(key, "|")
	case "notCommenced":
		return of("currency")
	case "groups":
		return strings.Join(key, "|")
	case "weightedAverages":
		return of("classification") + "|" + of("currency") + "|" + of("standard")
	case "journalEntries":
		if number := of("number"); number != "" {
			return strings.TrimSuffix(number+"|"+of("fund"), "|")
		}
	}
	return strconv.Itoa(i)
}

// walkLines totals an entry's lines by account, debits less credits.
func walkLines(lines []any, path string, figures map[string]string) {
	net, decimals := map[string]*big.Rat{}, 0
	var accounts []string
	for _, item := range lines {
		line, _ := item.(map[string]any)
		accounts = append(accounts, text(line["account"]))
		name := path + "." + text(line["account"])
		if net[name] == nil {
			net[name] = new(big.Rat)
		}
		for side, sign := range map[string]int64{"debit": 1, "credit": -1} {
			value, ok := new(big.Rat).SetString(text(line[side]))
			if !ok {
				figures[name] = "not an amount: " + fmt.Sprint(line)
				return
			}
			_, fraction, _ := strings.Cut(text(line[side]), ".")
			decimals = max(decimals, len(fraction))
			net[name].Add(net[name], value.Mul(value, big.NewRat(sign, 1)))
		}
	}
	for name, amount := range net {
		if amount.Sign() != 0 {
			figures[name] = amount.FloatString(decimals)
		}
	}
	if entry, _ := strings.CutSuffix(path, "lines"); numbered.MatchString(entry) { // in reports, the lines of entries have no defined order
		figures[entry+"accounts"] = strconv.Quote(strings.Join(accounts, ", "))
	}
}

// numbered matches the path of an entry in one lease's response.
var numbered = regexp.MustCompile(`^journalEntries\.[0-9]+\.$`)

// againstFigures checks that a printed response has exactly the wanted figures.
func againstFigures(printed []byte, want []oracle.Figure) (compared int, faults []string) {
	got, err := valuesOf(printed)
	if err != nil {
		return 0, []string{err.Error() + ": " + string(printed)}
	}
	for _, f := range want {
		compared++
		text, ok := got[f.Path]
		delete(got, f.Path)
		switch {
		case !ok:
			faults = append(faults, fmt.Sprintf("%s is missing, want %s", f.Path, f.Text))
		case text == f.Text || f.Number && sameNumber(text, f.Text):
		default:
			faults = append(faults, fmt.Sprintf("%s = %s, want %s", f.Path, text, f.Text))
		}
	}
	var more []string
	for path, text := range got {
		if empty := text == "[]" || text == "{}"; !empty && (!strings.HasPrefix(strings.TrimPrefix(path, "comparative."), "groups.") || !strings.Contains(path, ".key.")) {
			more = append(more, fmt.Sprintf("%s = %s, want nothing", path, text))
		}
	}
	slices.Sort(more)
	return compared, append(faults, more...)
}

func sameNumber(a, b string) bool {
	x, xok := new(big.Rat).SetString(a)
	y, yok := new(big.Rat).SetString(b)
	return xok && yok && x.Cmp(y) == 0
}
