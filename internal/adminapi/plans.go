package adminapi

import (
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

type planView struct {
	Name                 meter.Plan `json:"name"`
	RequestsPerMinute    int        `json:"requestsPerMinute"`
	ComputationsPerMonth *int64     `json:"computationsPerMonth"` // null if unlimited
	KeysPerMonth         int        `json:"keysPerMonth"`
	Operations           []string   `json:"operations"`
}

func (h *Handler) listPlans(c *call) (int, any, error) {
	if err := refuseQuery(c.query); err != nil {
		return 0, nil, err
	}
	var list struct {
		Plans []planView `json:"plans"`
	}
	for _, name := range h.Service.Plans() {
		limits := h.Service.Limits(name)
		operations := h.Service.OperationsOf(name)
		if operations == nil {
			operations = []string{}
		}
		list.Plans = append(list.Plans, planView{name, limits.PerMinute, quotaOf(limits), limits.KeysPerMonth, operations})
	}
	return http.StatusOK, list, nil
}

// quotaOf returns the quota of a plan, or nil if the plan is unlimited.
func quotaOf(limits meter.Limits) *int64 {
	if limits.PerMonth == meter.Unlimited {
		return nil
	}
	return &limits.PerMonth
}
