package adminapi

import (
	"net/http"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

type usageView struct {
	Key      string     `json:"key"` // ID of the key
	Name     string     `json:"name"`
	Plan     meter.Plan `json:"plan"` // current plan of the key
	Month    string     `json:"month"`
	Resets   time.Time  `json:"resets"` // time at which the next quota month begins
	Units    int64      `json:"units"`
	Quota    *int64     `json:"quota"` // quota of the current plan; null if unlimited
	Requests int64      `json:"requests"`
	Replays  int64      `json:"replays"`
	Failed   int64      `json:"failed"`
	Refused  int64      `json:"refused"` // requests rejected by the rate limit, which are not included in requests
}

type usageList struct {
	Usage  []usageView `json:"usage"`
	Cursor *string     `json:"cursor"` // cursor of the next page; null on the last page
}

// listUsage lists the usage of all keys with usage in the requested month. The default is the
// current month.
func (h *Handler) listUsage(c *call) (int, any, error) {
	p, err := readPage(c.query, "month", "key")
	if err != nil {
		return 0, nil, err
	}
	q := service.UsageQuery{Month: meter.MonthOf(h.Clock())}
	if c.query.Has("month") {
		if q.Month, err = meter.ParseMonth(c.query.Get("month")); err != nil {
			return 0, nil, service.Invalid("month", err.Error())
		}
	}
	if c.query.Has("key") {
		q.KeyID = c.query.Get("key")
		if _, err := h.Service.Key(c, q.KeyID); err != nil {
			return 0, nil, err
		}
	}
	var after int64 // the store's number of the key whose ID is the cursor
	if p.cursor != "" {
		last, err := h.Service.Key(c, p.cursor)
		if err != nil {
			return 0, nil, p.unknown(err)
		}
		after = last.Ref
	}
	totals, err := h.Service.Totals(c, q)
	if err != nil {
		return 0, nil, err
	}
	list := usageList{Usage: []usageView{}}
	for _, t := range totals { // totals are in the order in which the keys were created
		if t.Key.Ref <= after {
			continue
		}
		if len(list.Usage) == p.limit {
			list.Cursor = &list.Usage[p.limit-1].Key
			break
		}
		list.Usage = append(list.Usage, usageView{
			Key: t.Key.ID, Name: t.Key.Name, Plan: t.Key.Plan, Month: t.Month.String(), Resets: t.Month.Add(1).Start().UTC(), Units: t.Units,
			Quota: quotaOf(h.Service.Limits(t.Key.Plan)), Requests: t.Requests, Replays: t.Replays, Failed: t.Failed, Refused: t.Refused,
		})
	}
	return http.StatusOK, list, nil
}
