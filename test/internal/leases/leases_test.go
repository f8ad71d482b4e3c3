package leases

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Every field and every type of event is drawn. All plain leases are valid, and so are most leases
// of Lives.
func TestEveryFieldIsDrawn(t *testing.T) {
	t.Parallel()
	for _, text := range Some(1, 200) {
		lease, err := leasehold.Decode([]byte(text))
		if err == nil {
			_, err = leasehold.Compute(lease)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	lives := Lives(1, 2400)
	all, computed := "", 0
	for _, text := range lives {
		if lease, err := leasehold.Decode([]byte(text)); err == nil {
			all += text
			if _, err := leasehold.Compute(lease); err == nil {
				computed++
			}
		}
	}
	if computed < 500 {
		t.Errorf("only %d of %d leases compute", computed, len(lives))
	}
	for _, fields := range [][]member.Member{member.Lease, member.Event} {
		for i := range fields {
			if !strings.Contains(all, `"`+fields[i].Name+`":`) {
				t.Errorf("%s is in no lease", fields[i].Name)
			}
		}
	}
	for _, w := range member.Find(member.Event, "type").Words {
		if !strings.Contains(all, `"`+w.Name+`"`) {
			t.Errorf("no lease has an event of type %s", w.Name)
		}
	}
}
