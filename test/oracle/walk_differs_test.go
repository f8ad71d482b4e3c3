package oracle_test

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// The comparison must report each difference after a value of a printed response is changed or a
// field is removed, one at a time.
func TestWalkSeesEveryDifference(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		answer, err := solve(string(Generate(seed)))
		if err != nil {
			t.Fatal(err)
		}
		want := answer.Compute()
		got := map[string]string{}
		for _, f := range want {
			got[f.Path] = f.Text
		}
		if _, faults := againstFigures(printed(want), want); len(faults) > 0 {
			t.Fatalf("seed %d: the answer differs as it stands: %s", seed, faults[0])
		}
		for i := range want {
			changed := append([]oracle.Figure{}, want...)
			changed[i].Text = altered(changed[i].Text)
			if _, faults := againstFigures(printed(changed), want); len(faults) == 0 {
				t.Errorf("seed %d: a change of %s is not seen", seed, want[i].Path)
			}
			if i%17 == 0 && !ofLines.MatchString(want[i].Path) {
				if _, faults := againstFigures(printed(append(changed[:i], changed[i+1:]...)), want); len(faults) == 0 {
					t.Errorf("seed %d: without %s nothing is seen", seed, want[i].Path)
				}
			}
		}
	}
}

// ofLines matches the path of the accounts of an entry. No response contains this list. walk
// computes it from the lines.
var ofLines = regexp.MustCompile(`^journalEntries\.[0-9]+\.accounts$`)

// printed returns figures as a JSON response. Each entry has one line per account, in the order of
// its accounts.
func printed(figures []oracle.Figure) []byte {
	root := &object{}
	for _, f := range figures {
		path := strings.Split(f.Path, ".")
		if ofLines.MatchString(f.Path) {
			root.below(path[:2]).order(strings.Split(strings.Trim(f.Text, `"`), ", "))
			continue
		}
		if at := len(path) - 2; at > 0 && path[at] == "lines" {
			line := root.below(path[:at+1]).item()
			line.leaf("account", `"`+path[at+1]+`"`)
			amount, ok := new(big.Rat).SetString(f.Text)
			if !ok || amount.Sign() >= 0 {
				line.leaf("debit", f.Text)
				line.leaf("credit", "0")
			} else {
				line.leaf("debit", "0")
				line.leaf("credit", strings.TrimPrefix(f.Text, "-"))
			}
			continue
		}
		root.below(path[:len(path)-1]).leaf(path[len(path)-1], f.Text)
	}
	return []byte(root.json())
}

// object is a JSON object, or a list if its field names are numbers.
type object struct {
	names   []string
	members []*object
	text    string
}

func (o *object) leaf(name, text string) {
	o.names, o.members = append(o.names, name), append(o.members, &object{text: text})
}

func (o *object) below(path []string) *object {
	for _, name := range path {
		var next *object
		for i := range o.names {
			if o.names[i] == name {
				next = o.members[i]
			}
		}
		if next == nil {
			next = &object{}
			o.names, o.members = append(o.names, name), append(o.members, next)
		}
		o = next
	}
	return o
}

func (o *object) item() *object {
	next := &object{}
	o.names, o.members = append(o.names, "0"), append(o.members, next)
	return next
}

// order sorts the lines of an entry in the order of accounts. It adds a line of 0 for an account
// without a line.
func (o *object) order(accounts []string) {
	lines := o.below([]string{"lines"})
	rest := lines.members
	lines.names, lines.members = nil, nil
	for _, account := range accounts {
		at := slices.IndexFunc(rest, func(line *object) bool { return line.below([]string{"account"}).text == `"`+account+`"` })
		if at >= 0 {
			lines.names, lines.members = append(lines.names, "0"), append(lines.members, rest[at])
			rest = slices.Delete(rest, at, at+1)
			continue
		}
		line := lines.item()
		line.leaf("account", `"`+account+`"`)
		line.leaf("debit", "0")
		line.leaf("credit", "0")
	}
	for _, line := range rest {
		lines.names, lines.members = append(lines.names, "0"), append(lines.members, line)
	}
}

func (o *object) json() string {
	if o.text != "" {
		return o.text
	}
	parts := make([]string, len(o.members))
	list := len(o.names) > 0 && o.names[0] >= "0" && o.names[0] <= "9"
	for i, member := range o.members {
		parts[i] = member.json()
		if !list {
			parts[i] = `"` + o.names[i] + `":` + parts[i]
		}
	}
	if list {
		return "[" + strings.Join(parts, ",") + "]"
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// altered returns text with a different last character.
func altered(text string) string {
	b := []byte(text)
	at := len(b) - 1
	if b[at] == '"' {
		at--
	}
	b[at] ^= 1
	return string(b)
}
