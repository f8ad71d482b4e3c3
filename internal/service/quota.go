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
	return Quota{
		Known: limits.PerMonth != meter.Unlimited, Limit: limits.PerMonth, PerMinute: limits.PerMinute,
		Month: month.End().Sub(month.Start()), Reset: month.End().Sub(at),
	}
}

// Names of the policies in the RateLimit fields.
const (
	minutePolicy = `"minute"`
	monthPolicy  = `"month"`
)

// Headers returns what every answer to a known key tells of its quota and its rate:
// names and values in turn. RateLimit and RateLimit-Policy are those of the IETF's
// draft-ietf-httpapi-ratelimit-headers-10; how many requests of the minute are left is
// told where none is.
func (q *Quota) Headers() []string {
	if q.PerMinute == 0 {
		return nil
	}
	policy := append([]byte(minutePolicy+";q="), strconv.Itoa(q.PerMinute)...)
	policy = append(policy, ";w=60"...)
	var list []string
	var left []byte
	if q.Wait > 0 {
		left = append(left, minutePolicy+";r=0;t="...)
		left = strconv.AppendInt(left, int64(q.Wait), 10)
	}
	if q.Known {
		reset := int64((q.Reset + time.Second - 1) / time.Second)
		policy = append(policy, ", "+monthPolicy+";q="...)
		policy = strconv.AppendInt(policy, q.Limit, 10)
		policy = append(policy, ";w="...)
		policy = strconv.AppendInt(policy, int64(q.Month/time.Second), 10)
		if left != nil {
			left = append(left, ", "...)
		}
		left = append(left, monthPolicy+";r="...)
		left = strconv.AppendInt(left, q.Remaining, 10)
		left = append(left, ";t="...)
		left = strconv.AppendInt(left, reset, 10)
		list = append(list, "X-Quota-Limit", strconv.FormatInt(q.Limit, 10), "X-Quota-Remaining", strconv.FormatInt(q.Remaining, 10),
			"X-Quota-Reset", strconv.FormatInt(reset, 10))
	}
	list = append(list, "Ratelimit-Policy", string(policy))
	if left != nil {
		list = append(list, "Ratelimit", string(left))
	}
	return list
}
