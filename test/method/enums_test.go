package method_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/standard"
)

// An enumeration parses the strings that it prints, and rejects all other strings.
func TestEnumerationsRoundTrip(t *testing.T) {
	t.Parallel()
	for i := range 8 {
		roundTrip(t, leasehold.Standard(i), len(standard.StandardNames))
		roundTrip(t, leasehold.Timing(i), len(standard.TimingNames))
		roundTrip(t, leasehold.Class(i), len(standard.ClassNames))
		roundTrip(t, lease.Proportion(i), 2)
		roundTrip(t, leasehold.Account(i*5), len(standard.AccountNames))
	}
}

func roundTrip[E interface {
	~uint8
	String() string
	MarshalText() ([]byte, error)
}, P interface {
	*E
	UnmarshalText(text []byte) error
}](t *testing.T, e E, count int,
) {
	t.Helper()
	text, err := e.MarshalText()
	if int(e) >= count {
		if err == nil || e.String() != "unknown" {
			t.Errorf("%T %d prints %s", e, e, text)
		}
		return
	}
	var back E
	if err != nil || string(text) != e.String() || P(&back).UnmarshalText(text) != nil || back != e {
		t.Errorf("%T %d prints %s, which reads as %v", e, e, text, back)
	}
	if P(&back).UnmarshalText([]byte("something else")) == nil {
		t.Errorf("%T reads anything", e)
	}
}
