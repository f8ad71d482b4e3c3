package sqlite

import (
	"context"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Long reads, such as reads for usage pages, do not delay admissions.
func TestOtherReadsDoNotDelayAdmissions(t *testing.T) {
	t.Parallel()
	s := newFile(t).open(t, time.Now)
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	err := s.CreateKeys(t.Context(), []service.NewKey{{
		ID: "key_1", Plan: meter.Pro, Mode: apikey.Test, Secret: service.Secret{Hash: apikey.Sum("secret"), Prefix: "sk_test_", Last4: "cret", Created: time.Now()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range maxReaders {
		conn, err := s.reading.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close() //nolint:errcheck // the connection was not used
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	a, err := s.Admit(ctx, apikey.Sum("secret"), meter.Standard())
	if err != nil || a.Key.ID != "key_1" {
		t.Errorf("admission beside long reads: %v, %v", a.Key.ID, err)
	}
}
