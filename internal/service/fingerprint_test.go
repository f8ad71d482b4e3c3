package service

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
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
	claim := &Claim{Request: normalized, Format: jsonFormat, Fingerprint: fingerprint(normalized, jsonFormat)}
	// The earlier version knew no paymentTiming, and wrote numbers otherwise.
	earlier := &StoredAnswer{Fingerprint: Fingerprint{Version: fingerprintVersion - 1}, Format: jsonFormat, Request: []byte(
		`{"termMonths":12.0,"commencementDate":"2026-01-01","paymentAmount":1e3,"discountRateAnnual":0.06}`)}
	if !sameRequest(operations.Compute, earlier, claim) {
		t.Error("an honest retry is refused")
	}
	earlier.Request = []byte(`{"termMonths":13,"commencementDate":"2026-01-01","paymentAmount":1000,"discountRateAnnual":0.06}`)
	if sameRequest(operations.Compute, earlier, claim) {
		t.Error("another lease is taken for the same")
	}
	earlier.Request = []byte(`{"no longer":"legal"}`)
	if sameRequest(operations.Compute, earlier, claim) {
		t.Error("an unreadable lease is taken for the same")
	}
}

// Fingerprints of one version never change: what is stored under them has to be
// found again.
func TestFingerprintsAreThoseOfTheirVersion(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"ASC_842","termMonths":12}`
	for format, want := range map[string]string{
		"json": "1 991b123a2af4f0f0d9c65b87ee40d0ef5825235bb0a35e7fec2b1c2716b8eb38",
		"xlsx": "1 41319c72ad083b4c5c910d5ad3407e38f5e04543181b7fe1a6522ec6a2b91f33",
		"pdf":  "1 0fc4e2feea5ec43b62b902f26e6f7cbc70a3640931f43e294d41621afcfe4258",
	} {
		got := fingerprint([]byte(lease), format)
		if text := fmt.Sprintf("%d %x", got.Version, got.Sum); text != want {
			t.Errorf("%s: %s, want %s", format, text, want)
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
	request := l.Append(nil)
	for _, earlier := range []string{"json", "xlsx", "pdf"} {
		for _, now := range []string{"json", "xlsx", "pdf"} {
			first := &StoredAnswer{Fingerprint: Fingerprint{Version: fingerprintVersion - 1}, Request: request, Format: earlier}
			claim := &Claim{Request: request, Format: now, Fingerprint: fingerprint(request, now)}
			if got := sameRequest(operations.Compute, first, claim); got != (earlier == now) {
				t.Errorf("%s and %s: same is %v", earlier, now, got)
			}
			if got := fingerprint(request, earlier) == claim.Fingerprint; got != (earlier == now) {
				t.Errorf("%s and %s: equal fingerprints is %v", earlier, now, got)
			}
		}
	}
}
