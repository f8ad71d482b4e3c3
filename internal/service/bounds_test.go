package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// A key's specification is accepted up to and including each limit. The error for an invalid
// specification names every invalid field.
func TestKeySpecBounds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		change func(*service.KeySpec)
		names  string // names of the invalid fields; "" if all are valid
	}{
		{func(*service.KeySpec) {}, ""},
		{func(k *service.KeySpec) { k.Name = strings.Repeat("ü", 100) }, ""},
		{func(k *service.KeySpec) { k.Name = strings.Repeat("ü", 101) }, "name"},
		{func(k *service.KeySpec) { k.Name = "a\x00" }, "name"},
		{func(k *service.KeySpec) { k.Name = "a\nb" }, "name"},
		{func(k *service.KeySpec) { k.Name = "\xff" }, "name"},
		{func(k *service.KeySpec) { k.Count = 1 }, ""},
		{func(k *service.KeySpec) { k.Count = service.MaxKeysAtOnce }, ""},
		{func(k *service.KeySpec) { k.Count = service.MaxKeysAtOnce + 1 }, "count"},
		{func(k *service.KeySpec) { k.Count = -1 }, "count"},
		{func(k *service.KeySpec) { k.Plan = meter.Free }, ""},
		{func(k *service.KeySpec) { k.Plan = "gold" }, "plan"},
		{func(k *service.KeySpec) { k.Mode = apikey.Live }, ""},
		{func(k *service.KeySpec) { k.Mode = "" }, "mode"},
		{func(k *service.KeySpec) { k.Name, k.Plan, k.Mode, k.Count = "\n", "", "x", -7 }, "name plan mode count"},
	} {
		spec := service.KeySpec{Name: "name", Plan: meter.Pro, Mode: apikey.Test}
		tt.change(&spec)
		var names []string
		if err := spec.Validate(meter.Standard()); err != nil {
			for line := range strings.Lines(err.Error()) {
				name, _, _ := strings.Cut(line, ":")
				names = append(names, name)
			}
		}
		if got := strings.Join(names, " "); got != tt.names {
			t.Errorf("%+v: refused %q, want %q", spec, got, tt.names)
		}
	}
}

// A grace period from zero to the maximum is accepted. A rejected grace period changes no key.
func TestGraceBounds(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, grace := range []time.Duration{-1, 0, service.MaxGrace, service.MaxGrace + 1} {
		issued, err := d.RotateKey(context.Background(), d.id, grace)
		if good := grace >= 0 && grace <= service.MaxGrace; (err == nil) != good {
			t.Errorf("%v: %v", grace, err)
		}
		if err == nil {
			d.secret = issued.Secret
		} else if !strings.HasPrefix(err.Error(), "grace: ") {
			t.Errorf("%v: %v does not name the field", grace, err)
		}
		d.send(operations.Classify, lease) // fails the test if the current secret is not valid
	}
}

// The sweep retains the usage of the current month and of the configured number of full months. It retains them
// even if other rows take more than one step to remove.
func TestSweepKeepsTheConfiguredMonths(t *testing.T) {
	t.Parallel()
	d := open(t, func(c *service.Config) { c.UsageMonths = 1 })
	const many, months = 1200, 4 // more rows than one step removes
	begin := d.clock.Now()
	d.send(operations.Classify, lease)
	row := d.usage(1)[0]
	for n := range many {
		row.RequestID, row.Status, row.Code = fmt.Sprintf("req_%d", n), 400, service.InvalidRequest
		if err := d.store.Log(context.Background(), row); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n < months; n++ {
		d.clock.Set(begin.AddDate(0, n, 0))
		d.usage(many + n) // wait until the store has written the earlier rows
		d.send(operations.Classify, lease)
	}
	d.usage(many + months)
	if err := d.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, row := range d.usage(2) {
		if meter.MonthOf(row.Time) < meter.MonthOf(begin.AddDate(0, months-2, 0)) {
			t.Errorf("a row of %v was kept", row.Time)
		}
	}
}

// Find returns an operation only for its exact name.
func TestOperationsByName(t *testing.T) {
	t.Parallel()
	for _, op := range operations.All() {
		if got := operations.Find(op.Name); got != op {
			t.Errorf("%s: %v", op, got)
		}
	}
	for _, name := range []string{"", "Compute", "compute ", "all"} {
		if op := operations.Find(name); op != nil {
			t.Errorf("%q is %s", name, op)
		}
	}
}

// Releasing an Answer twice, or releasing a zero Answer, has no effect.
func TestReleaseTwice(t *testing.T) {
	t.Parallel()
	d := open(t)
	answer, _, err := d.ask(operations.Compute, office, "")
	if err != nil {
		t.Fatal(err)
	}
	answer.Release()
	answer.Release()
	new(service.Answer).Release()
}

// Rotation changes only the key with the given ID, and the new secret has the prefix of the key's
// mode.
func TestRotationAppliesToTheNamedKey(t *testing.T) {
	t.Parallel()
	d := open(t)
	issued, err := d.CreateKeys(context.Background(), service.KeySpec{Plan: meter.Free, Mode: apikey.Live})
	if err != nil {
		t.Fatal(err)
	}
	for id, prefix := range map[string]string{d.id: "sk_test_", issued[0].ID: "sk_live_"} {
		rotated, err := d.RotateKey(context.Background(), id, 0)
		if err != nil || rotated.ID != id || !strings.HasPrefix(rotated.Secret, prefix) {
			t.Errorf("%s: %s with a secret of %.8s, %v", id, rotated.ID, rotated.Secret, err)
		}
	}
	if _, err := d.RotateKey(context.Background(), "key_none", 0); !errors.Is(err, service.ErrNoKey) {
		t.Errorf("got %v, want ErrNoKey", err)
	}
}

// An ID may contain every visible ASCII character, including the first and the last one.
func TestIDsAreVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"key_ABC": true, "!": true, "~": true, "!~": true,
		"": false, " ": false, "a b": false, "\x7f": false, "a\x00": false, "ü": false, "\xff": false, "a\n": false,
	} {
		if got := service.IsID(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
