package service

import (
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Every response to a request with a valid key has the x-quota-reset header, and the IETF draft's RateLimit and
// RateLimit-Policy headers.
func TestSpec3_Headers(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 29, 23, 59, 30, 1, time.UTC)
	standard := quotaOf(meter.Standard()[meter.Free], at)
	standard.Remaining = 7
	refused := standard
	refused.Wait = 17
	endless := quotaOf(meter.Limits{PerMinute: 600, PerMonth: meter.Unlimited}, at)
	for want, q := range map[string]Quota{
		"": {},
		"X-Quota-Limit 25 X-Quota-Remaining 7 X-Quota-Reset 86430 " +
			`Ratelimit-Policy "minute";q=10;w=60, "month";q=25;w=2592000 Ratelimit "month";r=7;t=86430`: standard,
		"X-Quota-Limit 25 X-Quota-Remaining 7 X-Quota-Reset 86430 " +
			`Ratelimit-Policy "minute";q=10;w=60, "month";q=25;w=2592000 Ratelimit "minute";r=0;t=17, "month";r=7;t=86430`: refused,
		`Ratelimit-Policy "minute";q=600;w=60`: endless,
	} {
		if got := strings.Join(q.Headers(), " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
