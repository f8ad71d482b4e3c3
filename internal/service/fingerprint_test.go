package service

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// After an upgrade that makes other fingerprints, an honest retry still
// matches, and another lease still does not.
func TestSamenessSurvivesAnUpgrade(t *testing.T) {
	t.Parallel()
	decode := func(body string) []byte {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return l.Append(nil)
	}
	const body = `{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`
	normalized := decode(body)
	claim := &Claim{Lease: normalized, Fingerprint: fingerprint(normalized)}
	// The earlier version knew no paymentTiming, and wrote numbers otherwise.
	earlier := &StoredAnswer{Fingerprint: Fingerprint{Version: fingerprintVersion - 1}, Lease: []byte(
		`{"termMonths":12.0,"commencementDate":"2026-01-01","paymentAmount":1e3,"discountRateAnnual":0.06}`)}
	if !sameRequest(earlier, claim) {
		t.Error("an honest retry is refused")
	}
	earlier.Lease = []byte(`{"termMonths":13,"commencementDate":"2026-01-01","paymentAmount":1000,"discountRateAnnual":0.06}`)
	if sameRequest(earlier, claim) {
		t.Error("another lease is taken for the same")
	}
	earlier.Lease = []byte(`{"no longer":"legal"}`)
	if sameRequest(earlier, claim) {
		t.Error("an unreadable lease is taken for the same")
	}
}

// Fingerprints of one version never change: what is stored under them has to be
// found again.
func TestFingerprintsAreThoseOfTheirVersion(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"ASC_842","termMonths":12}`
	for request, want := range map[string]string{
		lease:            "1 991b123a2af4f0f0d9c65b87ee40d0ef5825235bb0a35e7fec2b1c2716b8eb38",
		"xlsx\n" + lease: "1 41319c72ad083b4c5c910d5ad3407e38f5e04543181b7fe1a6522ec6a2b91f33",
		"pdf\n" + lease:  "1 0fc4e2feea5ec43b62b902f26e6f7cbc70a3640931f43e294d41621afcfe4258",
	} {
		got := fingerprint([]byte(request))
		if text := fmt.Sprintf("%d %x", got.Version, got.Sum); text != want {
			t.Errorf("%q: %s, want %s", request, text, want)
		}
	}
}

// Over an upgrade, too, a file and the JSON of one lease are not the same.
func TestSamenessOfFilesSurvivesAnUpgrade(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`))
	if err != nil {
		t.Fatal(err)
	}
	kept := func(form string) []byte { return append([]byte(form), l.Append(nil)...) }
	for _, earlier := range []string{"", "xlsx\n", "pdf\n"} {
		for _, now := range []string{"", "xlsx\n", "pdf\n"} {
			record := &StoredAnswer{Fingerprint: Fingerprint{Version: fingerprintVersion - 1}, Lease: kept(earlier)}
			claim := &Claim{Lease: kept(now), Fingerprint: fingerprint(kept(now))}
			if got := sameRequest(record, claim); got != (earlier == now) {
				t.Errorf("%q and %q: same is %v", earlier, now, got)
			}
			if got := fingerprint(kept(earlier)) == fingerprint(kept(now)); got != (earlier == now) {
				t.Errorf("%q and %q: equal fingerprints is %v", earlier, now, got)
			}
			if string(record.Lease) != string(kept(earlier)) {
				t.Error("the record was changed")
			}
		}
	}
}

// What was packed comes back, and what was damaged does not pass for it.
func TestPackedAnswersAreChecked(t *testing.T) {
	t.Parallel()
	p, err := newPacker(2)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	body := []byte(`{"result":"` + string(make([]byte, 100_000)) + `"}`)
	stored := p.pack(body)
	if got, err := p.unpack(nil, stored); err != nil || string(got) != string(body) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for i := range stored {
		damaged := append([]byte{}, stored...)
		damaged[i] ^= 0x40
		if got, err := p.unpack(nil, damaged); err == nil && string(got) != string(body) {
			t.Fatalf("byte %d: damage was not noticed", i)
		}
	}
}
