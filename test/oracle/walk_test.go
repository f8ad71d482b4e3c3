package oracle_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// aside reports whether walk skips a field. Skipped fields contain explanatory text or identify the
// request.
func aside(path, name string) bool {
	switch name {
	case "detail", "citation", "citations", "notes", "memo", "rationale", "message", "sentence", "request_id", "replay":
		return true
	case "label": // the label of a classification test is skipped; the label of a maturity is compared
		return strings.HasPrefix(path, "classification.")
	default:
		return false
	}
}

// walk lists the values of a printed response by path. It skips the fields of aside.
func walk(n node, path string, figures map[string]string) {
	switch {
	case n.kind == '{' && len(n.members) == 0:
		figures[path] = "{}"
	case n.kind == '[' && len(n.members) == 0:
		figures[path] = "[]"
	case n.kind == '{':
		for i, name := range n.names {
			switch at := join(path, name); {
			case aside(path, name):
			case name == "accounts" && strings.HasPrefix(path, "previous.lateChanges."):
				walkAccounts(n.members[i], at, figures)
			case name == "lines":
				walkLines(n.members[i], at, figures)
			default:
				walk(n.members[i], at, figures)
			}
		}
	case n.kind == '[':
		for i, item := range n.members {
			walk(item, join(path, named(path, i, item)), figures)
		}
	case n.kind == '"':
		figures[path] = strconv.Quote(unquote(n))
	default:
		figures[path] = n.text
	}
}

func unquote(n node) (text string) {
	if n.kind != '"' {
		return ""
	}
	if !strings.Contains(n.text, `\`) {
		return n.text[1 : len(n.text)-1]
	}
	if err := json.Unmarshal([]byte(n.text), &text); err != nil {
		return ""
	}
	return text
}

// walkAccounts lists the amounts of a list of accounts by account.
func walkAccounts(n node, path string, figures map[string]string) {
	if len(n.members) == 0 {
		figures[path] = "[]"
	}
	for _, item := range n.members {
		account, _ := item.member("account")
		amount, _ := item.member("amount")
		figures[path+"."+unquote(account)] = amount.text
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// named returns the path of the i-th item of a list. In a list without an order, the path contains
// the item's keys instead of i.
func named(path string, i int, item node) string {
	switch strings.TrimPrefix(path, "comparative.") {
	case "previous.lateChanges":
		id, _ := item.member("id")
		return unquote(id)
	case "tieOut":
		account, _ := item.member("account")
		key, _ := item.member("key")
		parts := make([]string, len(key.names))
		for k, name := range key.names {
			parts[k] = name + "=" + unquote(key.members[k])
		}
		return unquote(account) + "|" + strings.Join(parts, "|")
	case "notCommenced":
		currency, _ := item.member("currency")
		return unquote(currency)
	case "groups":
		key, _ := item.member("key")
		parts := make([]string, len(key.names))
		for k, name := range key.names {
			parts[k] = name + "=" + unquote(key.members[k])
		}
		return strings.Join(parts, "|")
	case "weightedAverages":
		class, _ := item.member("classification")
		currency, _ := item.member("currency")
		standard, _ := item.member("standard")
		return unquote(class) + "|" + unquote(currency) + "|" + unquote(standard)
	case "journalEntries":
		if number, ok := item.member("number"); ok {
			if fund, of := item.member("fund"); of {
				return unquote(number) + "|" + unquote(fund)
			}
			return unquote(number)
		}
	}
	return strconv.Itoa(i)
}

// walkLines totals the lines of an entry by account, debits less credits.
func walkLines(lines node, path string, figures map[string]string) {
	net, decimals := map[string]*big.Rat{}, 0
	var accounts []string
	for _, line := range lines.members {
		account, _ := line.member("account")
		accounts = append(accounts, unquote(account))
		name := path + "." + unquote(account)
		if net[name] == nil {
			net[name] = new(big.Rat)
		}
		for side, sign := range map[string]int64{"debit": 1, "credit": -1} {
			amount, _ := line.member(side)
			value, ok := new(big.Rat).SetString(amount.text)
			if !ok {
				figures[name] = "not an amount: " + line.text
				return
			}
			_, fraction, _ := strings.Cut(amount.text, ".")
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

// numbered matches the path of an entry in a response for one lease.
var numbered = regexp.MustCompile(`^journalEntries\.[0-9]+\.$`)

// againstFigures compares a printed response with the figures want. All values must be equal.
func againstFigures(printed []byte, want []oracle.Figure) (compared int, faults []string) {
	tree, err := parse(printed)
	if err != nil {
		return 0, []string{err.Error() + ": " + string(printed)}
	}
	got := map[string]string{}
	walk(tree, "", got)
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
