package usagedb

import (
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// rewrite returns a chain of three rows and the end of the chain. The second row has the given duration.
func rewrite(duration time.Duration) ([]ChainedRow, Chain) {
	var chain Chain
	var rows []ChainedRow
	for i, id := range []string{"req_a", "req_b", "req_c"} {
		row := service.UsageRow{RequestID: id, Key: service.Key{Ref: 1, ID: "key_a"}, Operation: "compute", Status: 200, Units: 1, Time: time.Unix(5, 0)}
		if i == 1 {
			row.Duration = duration
		}
		chain = chain.Next(&row, 202611)
		rows = append(rows, ChainedRow{row, 202611, chain.Rows, chain.Head})
	}
	return rows, chain
}

func each(rows []ChainedRow) iter.Seq2[ChainedRow, error] {
	return func(yield func(ChainedRow, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// If a row is changed and the hashes are recomputed, only a head that was stored elsewhere reveals
// the change.
func TestAStoredHeadDetectsARewrittenChain(t *testing.T) {
	t.Parallel()
	rows, kept := rewrite(0)
	forged, end := rewrite(time.Second)
	for name, tt := range map[string]struct {
		rows  []ChainedRow
		end   Chain
		heads []service.Head
		want  string
	}{
		"as written":               {rows, kept, []service.Head{rows[1].Hash, kept.Head}, ""},
		"rewritten, without heads": {forged, end, nil, ""},
		"rewritten":                {forged, end, []service.Head{kept.Head}, "head " + kept.Head.String() + ": either no unchanged chain of usage rows ends with this hash"},
		"a head of no row":         {rows, kept, []service.Head{{}}, "head 00000000"},
		"rewritten after the head": {forged, end, []service.Head{rows[0].Hash}, ""},
	} {
		found, proven, err := CheckChains(each(tt.rows), map[ChainID]End{{1, 202611}: {tt.end, "key_a"}}, tt.heads)
		text := strings.Join(found, "\n")
		if err != nil || (text == "") != (tt.want == "") || !strings.Contains(text, tt.want) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if tt.want == "" && len(proven) != len(tt.heads) {
			t.Errorf("%s: proven %v", name, proven)
		}
	}
}

// ParseHead accepts heads in their printed form and rejects all other strings.
func TestHeadsAreReadAsPrinted(t *testing.T) {
	t.Parallel()
	_, chain := rewrite(0)
	if got, err := service.ParseHead(chain.Head.String()); err != nil || got != chain.Head {
		t.Errorf("read %v, %v", got, err)
	}
	for _, text := range []string{"", "ab", chain.Head.String() + "0", strings.Repeat("g", 64)} {
		if _, err := service.ParseHead(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
