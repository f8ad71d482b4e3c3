package service

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// lines is an operation that costs one unit for each line of its body.
var lines = &operations.Operation{
	Name: "lines", MaxBody: 100, Units: 1, UnitFor: "line", Plan: meter.Pro,
	Decode: func(_ *operations.Operation, body []byte) (operations.Task, error) {
		return lineTask(bytes.Clone(body)), nil
	},
}

type lineTask []byte

func (t lineTask) Normalize(dst []byte) []byte { return append(dst, t...) }
func (t lineTask) Append(dst []byte) []byte    { return append(dst, `{"lines":1}`...) }
func (t lineTask) Units() int64                { return int64(bytes.Count(t, []byte("\n"))) }
func (t lineTask) Value() any                  { return t }
func (t lineTask) Most() int64                 { return t.Units() }
func (t lineTask) Effort() int64               { return t.Units() }
func (t lineTask) Fit(int64) (string, int)     { return "lines", 0 }

func (t lineTask) Compute(context.Context, operations.With) (operations.Result, error) {
	return t, nil
}

// counter is a store with one key, which has used 4,990 units.
type counter struct {
	Store

	plan  meter.Plan
	used  int64
	slots int // slots taken from the rate limit, in addition to one per request
	rows  []UsageRow
}

func (c *counter) Admit(_ context.Context, _ apikey.Hash, plans meter.Plans) (Admission, error) {
	return Admission{Key: Key{Plan: c.plan}, Limits: plans[meter.Pro], Used: c.used, Time: time.Unix(0, 0).UTC()}, nil
}

func (c *counter) Record(_ context.Context, computation *Computation) (Recorded, error) {
	if c.used+computation.Units > computation.Quota {
		return Recorded{Outcome: OverQuota, Used: c.used}, nil
	}
	c.used += computation.Units
	return Recorded{Outcome: Original, Used: c.used}, nil
}

func (c *counter) Charge(_ context.Context, _ Key, n int) error { c.slots += n; return nil }

func (c *counter) Log(_ context.Context, row UsageRow) error {
	c.rows = append(c.rows, row)
	return nil
}

func newCounter(t *testing.T, plan meter.Plan) (*Service, *counter, *[]Event) {
	t.Helper()
	store := &counter{plan: plan, used: 4990}
	var seen []Event
	s := New(Config{
		Store: store, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Observe: func(e Event) { seen = append(seen, e) },
	})
	return s, store, &seen
}

func doLines(s *Service, n int) (*Answer, Quota, error) {
	return s.Do(context.Background(), Request{ID: "req_1", Operation: lines, Read: func() (Input, error) {
		return Input{Body: strings.NewReader(strings.Repeat("\n", n))}, nil
	}})
}

// A request is billed for all units of its result or for none. If the key has too few units left, the error
// says how many are required and how many remain.
func TestUnitsAreThoseOfTheResult(t *testing.T) {
	t.Parallel()
	s, _, seen := newCounter(t, meter.Pro)
	if _, quota, err := doLines(s, 7); err != nil || quota.Remaining != 3 {
		t.Errorf("%v, %+v", err, quota)
	}
	_, quota, err := doLines(s, 4)
	if e := AsError(err); err == nil || e.Code != QuotaExceeded || quota.Remaining != 3 ||
		!strings.Contains(e.Message, "needs 4 computations") || !strings.Contains(e.Message, "3 of the 5000") {
		t.Errorf("%v, %+v", err, quota)
	}
	if _, quota, err := doLines(s, 0); err != nil || quota.Remaining != 3 {
		t.Errorf("%v, %+v", err, quota)
	}
	if e := *seen; len(e) != 3 || e[0].Units != 7 || e[1].Code != QuotaExceeded || e[2].Units != 0 {
		t.Errorf("events %+v", e)
	}
}

// If the plan does not include the operation, the error is plan_required and names a plan that
// includes the operation. The request has a usage row, but its body is not read.
func TestAnOperationMayNeedAPlan(t *testing.T) {
	t.Parallel()
	s, store, _ := newCounter(t, meter.Free)
	read := errors.New("read")
	_, quota, err := s.Do(context.Background(), Request{ID: "req_1", Operation: lines, Read: func() (Input, error) { return Input{}, read }})
	if e := AsError(err); e.Code != PlanRequired || e.HTTPStatus() != 403 || !strings.Contains(e.Message, "pro plan") || !quota.Known {
		t.Errorf("%v, %+v", err, quota)
	}
	if len(store.rows) != 1 || store.rows[0].Code != PlanRequired || store.rows[0].Operation != "lines" {
		t.Errorf("rows %+v", store.rows)
	}
}

func TestInterfacesRenameFields(t *testing.T) {
	t.Parallel()
	renamed := Invalid(IdempotencyKeyField, "must be sent once").WithStatus(409).Rename(IdempotencyKeyField, "key")
	if renamed.Message != "key: must be sent once" || renamed.Fields[0].Name != "key" || renamed.HTTPStatus() != 409 {
		t.Errorf("renamed to %+v", renamed)
	}
	if renamed.Rename("nothing", "x") != renamed {
		t.Error("an error without the field was changed")
	}
}
