package service

import (
	"fmt"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Quota describes the quota and the rate limit of a caller after a request.
type Quota struct {
	Known     bool  // false if the caller was not admitted or its plan has no quota
	Limit     int64 // units per month
	Remaining int64 // units left after the last transaction of the request

	PerMinute int           // maximum number of requests in any 60 seconds; 0 if the caller was not admitted
	Wait      int           // seconds until the next request can be admitted; 0 unless the rate limit rejected this request
	Month     time.Duration // length of the current month
	Reset     time.Duration // time until the next month begins
}

// quotaOf returns the quota under the limits of a plan at a time. The caller sets Remaining.
func quotaOf(limits meter.Limits, at time.Time) Quota {
	month := meter.MonthOf(at)
	end := month.End()
	return Quota{
		Known: limits.PerMonth != meter.Unlimited, Limit: limits.PerMonth, PerMinute: limits.PerMinute,
		Month: end.Sub(month.Start()), Reset: end.Sub(at),
	}
}

// Headers returns the headers about the quota and the rate limit as alternating names and values.
// RateLimit and RateLimit-Policy have the form of draft-ietf-httpapi-ratelimit-headers-10. The
// number of requests left in the current minute is reported only if it is 0.
func (q *Quota) Headers() (list []string) {
	if q.PerMinute == 0 {
		return nil
	}
	policy, state := fmt.Sprintf(`"minute";q=%d;w=60`, q.PerMinute), ""
	if q.Wait > 0 {
		state = fmt.Sprintf(`"minute";r=0;t=%d`, q.Wait)
	}
	if q.Known {
		limit, remaining := strconv.FormatInt(q.Limit, 10), strconv.FormatInt(q.Remaining, 10)
		reset := strconv.FormatInt(int64((q.Reset+time.Second-1)/time.Second), 10)
		policy += fmt.Sprintf(`, "month";q=%s;w=%d`, limit, q.Month/time.Second)
		if state != "" {
			state += ", "
		}
		state += `"month";r=` + remaining + ";t=" + reset
		list = append(list, "X-Quota-Limit", limit, "X-Quota-Remaining", remaining, "X-Quota-Reset", reset)
	}
	if list = append(list, "Ratelimit-Policy", policy); state != "" {
		list = append(list, "Ratelimit", state)
	}
	return list
}
