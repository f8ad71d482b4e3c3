package service

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

func costly(task *costlyTask) *operations.Operation {
	return &operations.Operation{
		Name: "costly", MaxBody: 1 << 20, Units: 1, Plan: meter.Pro,
		Decode: func(*operations.Operation, []byte) (operations.Task, error) { task.reads++; return task, nil },
	}
}

type costlyTask struct {
	lineTask

	effort, most int64
	wait         func(ctx context.Context) error
	reads, runs  int
}

func (t *costlyTask) Effort() int64             { return t.effort }
func (t *costlyTask) Most() int64               { return t.most }
func (t *costlyTask) Fit(n int64) (string, int) { return "leases", int(n / 1000) }

func (t *costlyTask) Compute(ctx context.Context, _ operations.With) (operations.Result, error) {
	t.runs++
	if t.wait != nil {
		if err := t.wait(ctx); err != nil {
			return nil, err
		}
	}
	return lineTask("\n"), nil
}

// charged is a counter. Its Claimed method returns the claimed field.
type charged struct {
	*counter

	claimed bool
}

func (c *charged) Claimed(context.Context, Key, string, Digest, time.Time) (bool, error) {
	return c.claimed, nil
}

func newCharged(t *testing.T, deadline time.Duration) (*Service, *charged) {
	t.Helper()
	s, store, _ := newCounter(t, meter.Pro)
	c := &charged{counter: store}
	s.store, s.limits.Deadline = c, deadline
	return s, c
}

func doCostly(s *Service, task *costlyTask, body string, keys ...string) (*Answer, error) {
	answer, _, err := s.Do(context.Background(), Request{ID: "req_1", Operation: costly(task), IdempotencyKey: keys, Read: func() (Input, error) {
		return Input{Body: strings.NewReader(body), Length: int64(len(body))}, nil
	}})
	return answer, err
}

// SPEC 8: a request with an estimated time beyond the deadline is rejected. The error says how many leases fit
// in one request.
func TestSpec8_AnEstimateBeyondTheDeadlineIsRejected(t *testing.T) {
	t.Parallel()
	s, store := newCharged(t, 20*time.Second)
	fits := admission.Within(s.limits.Deadline / 2)
	task := &costlyTask{effort: fits + 1}
	_, err := doCostly(s, task, "x")
	e := AsError(err)
	if e.Code != InvalidRequest || e.HTTPStatus() != 400 || len(e.Fields) != 1 || e.Fields[0].Name != "leases" || !strings.Contains(e.Message, "only the first 100000 fit in one request") {
		t.Errorf("%v", err)
	}
	if task.runs != 0 || store.used != 4990 {
		t.Errorf("computed %d times, %d units used", task.runs, store.used)
	}
	task.effort = fits
	if _, err := doCostly(s, task, "x"); err != nil {
		t.Errorf("what just fits: %v", err)
	}
}

// If a request needs more time than the deadline allows, it still takes slots of the rate limit. Its error
// differs from a busy server's error.
func TestExceededDeadlinesAreReported(t *testing.T) {
	t.Parallel()
	s, store := newCharged(t, 2200*time.Millisecond)
	task := &costlyTask{wait: func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	_, err := doCostly(s, task, "x")
	if e := AsError(err); e.Code != InvalidRequest || e.RetryAfter != 0 || !strings.Contains(e.Message, "took longer than the 2.2s") {
		t.Errorf("%v", err)
	}
	if store.slots != 2 || store.used != 4990 {
		t.Errorf("%d slots beyond the first, %d units used", store.slots, store.used)
	}
}

// SPEC 8: a request that takes several seconds takes additional slots of the rate limit, whether or
// not it succeeds. Admission takes the first slot.
func TestSpec8_SecondsOfWorkTakeSlots(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{nil, Invalid("leases", "are wrong")} {
		for _, tt := range []struct {
			work time.Duration
			want int
		}{{time.Second, 0}, {time.Second + 1, 1}, {2500 * time.Millisecond, 2}} {
			work, want := tt.work, tt.want
			synctest.Test(t, func(t *testing.T) {
				s, store := newCharged(t, 20*time.Second)
				answer, err := doCostly(s, &costlyTask{wait: func(context.Context) error { time.Sleep(work); return failure }}, "x")
				if (err == nil) != (failure == nil) || store.slots != want {
					t.Errorf("%v of work that ends with %v: %d more slots, want %d; %v", work, failure, store.slots, want, err)
				}
				if err == nil {
					answer.Release()
				}
			})
		}
	}
}

// If a request reaches its deadline because it had to wait, it gets the error for a busy server.
func TestALongWaitIsAServerError(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, time.Second)
	err := s.limits.On(context.Background(), -1, admission.Heavy, func(context.Context) error {
		s.limits.Deadline = 100 * time.Millisecond
		_, err := doCostly(s, &costlyTask{effort: admission.Within(s.limits.Deadline / 2)}, strings.Repeat("x", 100_000)) //nolint:contextcheck // a separate request without the test's context
		if err == nil {
			_, err = doCostly(s, &costlyTask{effort: heavyEffort}, "x") //nolint:contextcheck // a separate request without the test's context
		}
		return err
	})
	if e := AsError(err); e.Code != InvalidRequest { // the estimate exceeds the short deadline of this test
		t.Errorf("%v", err)
	}
	s.limits.Deadline = 5 * time.Second
	s.config.Clock = func() func() time.Time { // the clock advances by 4.9 s before the request receives a slot
		begun, first := time.Now(), true
		return func() time.Time {
			if first {
				first = false
				return begun
			}
			return begun.Add(4900*time.Millisecond + time.Since(begun))
		}
	}()
	err = s.limits.On(context.Background(), -1, admission.Heavy, func(context.Context) error {
		_, err := doCostly(s, &costlyTask{effort: heavyEffort}, "x") //nolint:contextcheck // a separate request without the test's context
		return err
	})
	if !errors.Is(err, admission.ErrBusy) {
		t.Errorf("%v", err)
	}
}

// heavyEffort is the effort that package admission classifies as heavy work.
var heavyEffort = admission.Within(time.Second)

// A request that may need more units than the key has left is computed only if it is a replay. The test covers
// every operation.
func TestTheQuotaIsCheckedBeforeComputing(t *testing.T) {
	t.Parallel()
	s, store := newCharged(t, 20*time.Second)
	for _, tt := range []struct {
		most    int64
		keys    []string
		claimed bool
		runs    int
	}{
		{11, nil, false, 0}, {11, []string{"k"}, false, 0}, {11, []string{"k"}, true, 1}, {10, nil, false, 1}, {0, nil, false, 1},
	} {
		store.used, store.claimed = 4990, tt.claimed
		task := &costlyTask{most: tt.most}
		_, err := doCostly(s, task, "x", tt.keys...)
		if refused := err != nil && AsError(err).Code == QuotaExceeded; task.runs != tt.runs || refused != (tt.runs == 0) {
			t.Errorf("%+v: computed %d times, %v", tt, task.runs, err)
		}
	}
}

// A request is decoded on a worker slot. The length of the request's body determines the class of the slot.
// If the request turns out to need a higher class, the decoded form is discarded. The request then waits for
// a slot of that class and is decoded again.
func TestTheEstimateDecidesTheSlot(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	for _, tt := range []struct {
		effort, body int64
		want         admission.Class
		reads        int
	}{
		{50_000, 64 << 10, admission.Short, 1},
		{50_001, 1, admission.Long, 2},
		{0, 64<<10 + 1, admission.Long, 1},
		{heavyEffort, 1, admission.Heavy, 2},
		{heavyEffort, 64<<10 + 1, admission.Heavy, 2},
	} {
		task := &costlyTask{effort: tt.effort}
		task.wait = func(context.Context) error {
			states := s.limits.States()
			if (states["short"].Held == 1) != (tt.want == admission.Short) || (states["long"].Held == 1) != (tt.want != admission.Short) {
				t.Errorf("%+v: %+v", tt, states)
			}
			return nil
		}
		answer, err := doCostly(s, task, strings.Repeat("x", int(tt.body)))
		if err != nil || task.reads != tt.reads || task.runs != 1 {
			t.Errorf("%+v: read %d times, computed %d times, %v", tt, task.reads, task.runs, err)
			continue
		}
		answer.Release()
	}
	if held := s.limits.States()["memory"].Held; held != 0 {
		t.Errorf("%d bytes are held at the end", held)
	}
}

// The bytes of a body that have arrived count toward the memory limit until the request ends. The
// length that the header announces does not count.
func TestABodyCountsAsItArrives(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	held := func() int64 { return s.limits.States()["memory"].Held }
	var seen []int64
	sent := 0
	body := readerFunc(func(p []byte) (int, error) {
		seen = append(seen, held())
		if sent == 300_000 {
			return 0, errors.New("the client is gone")
		}
		n := min(len(p), 10_000, 300_000-sent)
		sent += n
		return n, nil
	})
	_, _, err := s.Do(context.Background(), Request{ID: "req_1", Operation: costly(&costlyTask{}), Read: func() (Input, error) {
		return Input{Body: body, Length: 1 << 20}, nil
	}})
	if err == nil || seen[0] != 0 || seen[1] > 256<<10 || seen[len(seen)-1] < 300_000 || held() != 0 {
		t.Errorf("%v; held %v, %d at the end", err, seen, held())
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// One key can occupy at most half of the worker slots, so that requests with other keys can run.
func TestAKeyHasHalfOfTheSlots(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	s.limits = admission.New(admission.Options{ShortSlots: 2, LongestWait: time.Millisecond})
	inside := &costlyTask{}
	inside.wait = func(context.Context) error {
		if held := s.limits.States()["short"].Held; held != 1 {
			t.Errorf("%d slots", held)
		}
		return s.limits.On(context.Background(), -1, admission.Short, func(context.Context) error { return nil }) //nolint:contextcheck // a separate request without the test's context
	}
	if _, err := doCostly(s, inside, "x"); err != nil {
		t.Errorf("another beside it: %v", err)
	}
	again := &costlyTask{wait: func(context.Context) error {
		_, err := doCostly(s, &costlyTask{}, "x") //nolint:contextcheck // a separate request without the test's context
		return err
	}}
	if _, err := doCostly(s, again, "x"); !errors.Is(err, admission.ErrBusy) {
		t.Errorf("the same key took both: %v", err)
	}
}
