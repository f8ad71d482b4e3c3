package service

import (
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Quota is what a caller has of its plan.
type Quota struct {
	Known     bool  // false if nobody was admitted, or the plan has no quota
	Limit     int64 // units a month
	Remaining int64 // units left, as of the last transaction that the request took part in

	PerMinute int           // requests in any 60 seconds; 0 if nobody was admitted
	Wait      int           // seconds until another request passes, where the rate refused this one
	Month     time.Duration // the length of the month
	Reset     time.Duration // until the quota rolls over
}

// quotaOf returns what a plan allows at a time.
func quotaOf(limits meter.Limits, at time.Time) Quota {
	month := meter.MonthOf(at)
	end := month.End()
	return Quota{
		Known: limits.PerMonth != meter.Unlimited, Limit: limits.PerMonth, PerMinute: limits.PerMinute,
		Month: end.Sub(month.Start()), Reset: end.Sub(at),
	}
}

// Names of the policies in the RateLimit fields.
const (
	minutePolicy = `"minute"`
	monthPolicy  = `"month"`
)

// Headers appends what every answer to a known key tells of its quota and its rate:
// names and values in turn. RateLimit and RateLimit-Policy are those of the IETF's
// draft-ietf-httpapi-ratelimit-headers-10; how many requests of the minute are left is
// told where none is. The values are parts of one string.
func (q *Quota) Headers(dst []string) []string {
	if q.PerMinute == 0 {
		return dst
	}
	var room [192]byte
	text := append(room[:0], minutePolicy+";q="...)
	text = strconv.AppendInt(text, int64(q.PerMinute), 10)
	text = append(text, ";w=60"...)
	reset := int64((q.Reset + time.Second - 1) / time.Second)
	if q.Known {
		text = append(text, ", "+monthPolicy+";q="...)
		text = strconv.AppendInt(text, q.Limit, 10)
		text = append(text, ";w="...)
		text = strconv.AppendInt(text, int64(q.Month/time.Second), 10)
	}
	policy := len(text)
	if q.Wait > 0 {
		text = append(text, minutePolicy+";r=0;t="...)
		text = strconv.AppendInt(text, int64(q.Wait), 10)
	}
	if !q.Known {
		return appendPolicy(dst, string(text), policy)
	}
	if q.Wait > 0 {
		text = append(text, ", "...)
	}
	text = append(text, monthPolicy+";r="...)
	remaining := len(text)
	text = strconv.AppendInt(text, q.Remaining, 10)
	remainingEnd := len(text)
	text = append(text, ";t="...)
	resetAt := len(text)
	text = strconv.AppendInt(text, reset, 10)
	left := len(text)
	text = strconv.AppendInt(text, q.Limit, 10)
	all := string(text)
	dst = append(dst, "X-Quota-Limit", all[left:], "X-Quota-Remaining", all[remaining:remainingEnd], "X-Quota-Reset", all[resetAt:left])
	return appendPolicy(dst, all[:left], policy)
}

// appendPolicy appends the two fields of the rate limit, the first of which ends where the
// policy does. The second is left out where it would be empty.
func appendPolicy(dst []string, text string, policy int) []string {
	dst = append(dst, "Ratelimit-Policy", text[:policy])
	if policy < len(text) {
		dst = append(dst, "Ratelimit", text[policy:])
	}
	return dst
}
