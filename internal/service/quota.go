package service

import (
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Quota is the state of a caller's quota and rate limit.
type Quota struct {
	Known     bool  // false if the caller was not admitted or the plan has no quota
	Limit     int64 // units per month
	Remaining int64 // units, as of the last transaction of the request

	PerMinute int           // requests in any 60 seconds; 0 if the caller was not admitted
	Wait      int           // seconds until the next request is admitted, if the rate limit rejected this one
	Month     time.Duration // the length of the month
	Reset     time.Duration // until the quota rolls over
}

// quotaOf returns the quota of a plan at a time.
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

// Headers appends the headers about quota and rate as alternating names and values. RateLimit and
// RateLimit-Policy follow the IETF's draft-ietf-httpapi-ratelimit-headers-10. The remaining
// requests of the minute are reported only if they are 0. The values share one string.
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

// appendPolicy appends the headers RateLimit-Policy and RateLimit. text[:policy] is the value of
// the first header, and the rest of text is the value of the second. An empty second header is
// omitted.
func appendPolicy(dst []string, text string, policy int) []string {
	dst = append(dst, "Ratelimit-Policy", text[:policy])
	if policy < len(text) {
		dst = append(dst, "Ratelimit", text[policy:])
	}
	return dst
}
