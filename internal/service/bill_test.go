package service_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// An Idempotency-Key that a caller chooses never makes a page's work free. Under a quota of 5,000
// units, three reports on 1,600 leases are billed 1,600 units each, and only once each. A fourth
// report is rejected.
func TestNoCallerReservesAPage(t *testing.T) {
	t.Parallel()
	d := open(t)
	keys, err := d.Keys(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	bill := func(file string, units int64) error {
		of := service.Digest(sha256.Sum256([]byte(file)))
		for _, name := range []string{"page:" + hex.EncodeToString(of[:]), "page\n" + hex.EncodeToString(of[:]), fmt.Sprintf("%x for %d", of, units)} {
			if r := d.send(operations.Report, reportOf(1, ""), name); r.err != nil && r.err.Code != service.InvalidRequest {
				t.Fatal(r.err)
			}
		}
		return d.Bill(context.Background(), keys[0], &service.PageWork{Operation: operations.Report, Units: units, Of: of})
	}
	left := func() int64 { return d.send(operations.Classify, lease).remaining }
	for i := range 3 {
		before := left()
		for range 2 { // repeating the same work is free
			if err := bill(fmt.Sprint("file ", i), 1600); err != nil {
				t.Fatal(err)
			}
		}
		if paid := before - left(); paid != 1602 {
			t.Errorf("report %d: %d units, want 1,600 and the caller's two", i, paid)
		}
	}
	if err := bill("file 3", 1600); service.AsError(err).Code != service.QuotaExceeded {
		t.Errorf("a fourth report: %v", err)
	}
	if err := bill("file 0", 100); err != nil { // the same input at another price
		t.Error(err)
	}
}

// After more rows are added, a root still proves each chain up to the end recorded in the root. A changed line,
// a changed signature and a removed chain are detected.
func TestARootProvesEveryChain(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx := context.Background()
	_, signer, err := ed25519.GenerateKey(nil)
	d.original(d.send(operations.Compute, lease), 4999)
	ends, problem := d.Ends(ctx)
	if err := errors.Join(err, problem); err != nil {
		t.Fatal(err)
	}
	text := ends.Root(time.Unix(1e9, 0), signer)
	root, err := service.ParseRoot(text)
	if err != nil || !root.Key.Equal(signer.Public()) || len(root.Chains) != 1 || root.Chains[0].Rows != 1 {
		t.Fatalf("read %+v, %v", root, err)
	}
	d.original(d.send(operations.Compute, lease), 4998)
	found, err := d.CheckRoot(ctx, root)
	if err != nil || len(found.Differences) > 0 || len(found.Proven) != 1 || found.Proven[0].Of != 2 {
		t.Errorf("found %+v, %v", found, err)
	}
	for _, change := range [][2]string{{"usage 2026", "usage 2025"}, {" 1 ", " 2 "}, {"signature ", "signature A"}, {"root ", "root 0"}, {"1\n", "2\n"}} {
		if _, err := service.ParseRoot([]byte(strings.Replace(string(text), change[0], change[1], 1))); err == nil {
			t.Errorf("%q instead of %q is accepted", change[1], change[0])
		}
	}
	altered := *root
	altered.Chains = append(altered.Chains, service.ChainEnd{KeyID: "key_gone", Month: root.Chains[0].Month, Rows: 3, Head: service.Head{7}})
	altered.Chains[0].Rows = 2
	if found, err = d.CheckRoot(ctx, &altered); err != nil || len(found.Differences) != 2 {
		t.Errorf("a removed chain and a changed number: %q, %v", found.Differences, err)
	}
}
