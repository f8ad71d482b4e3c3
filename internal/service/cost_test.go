package service

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// costly is an operation whose tasks take what a test says.
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

// charged is a counter that knows of claims and of slots.
type charged struct {
	*counter

	slots   int
	claimed bool
}

func (c *charged) Charge(_ context.Context, _ Key, n int) error { c.slots += n; return nil }

func (c *charged) Claimed(context.Context, Key, string, Digest, time.Time) (bool, error) {
	return c.claimed, nil
}

func newCharged(t *testing.T, deadline time.Duration) (*Service, *charged) {
	t.Helper()
	s, store, _ := newCounter(t, meter.Pro)
	c := &charged{counter: store}
	s.meter, s.config.Deadline = c, deadline
	return s, c
}

func doCostly(s *Service, task *costlyTask, body string, keys ...string) (*Answer, error) {
	answer, _, err := s.Do(context.Background(), Request{ID: "req_1", Operation: costly(task), IdempotencyKey: keys, Read: func() (Input, error) {
		return Input{Body: strings.NewReader(body), Length: int64(len(body))}, nil
	}})
	return answer, err
}

// SPEC 8: a request whose estimated cost does not fit its deadline is refused
// at once, with how many would fit.
func TestSpec8_AnEstimateBeyondTheDeadlineIsRefused(t *testing.T) {
	t.Parallel()
	s, store := newCharged(t, 20*time.Second)
	fits := int64(s.config.Deadline / 2 / rowTime)
	task := &costlyTask{effort: fits + 1}
	_, err := doCostly(s, task, "x")
	e := AsError(err)
	if e.Code != InvalidRequest || e.HTTPStatus() != 400 || len(e.Fields) != 1 || e.Fields[0].Name != "leases" || !strings.Contains(e.Message, "the first 50000 of them fit") {
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

// What does not end within its deadline is told so, and not that the server is busy;
// it takes the slots that it cost.
func TestWorkBeyondItsDeadlineIsToldSo(t *testing.T) {
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
	if store.slots != 1 || store.used != 4990 {
		t.Errorf("%d slots beyond the first, %d units used", store.slots, store.used)
	}
}

// What was long because it waited is told that the server is busy.
func TestALongWaitIsTheServersFault(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 100*time.Millisecond)
	err := s.On(context.Background(), -1, Heavy, func(context.Context) error {
		_, err := doCostly(s, &costlyTask{effort: int64(longest/rowTime) + 1}, "x") //nolint:contextcheck // a request of its own
		return err
	})
	if e := AsError(err); e.Code != InvalidRequest { // its estimate is beyond this short deadline
		t.Errorf("%v", err)
	}
	s.config.Deadline = 5 * time.Second
	s.config.Clock = func() func() time.Time { // 4.9 s pass before it may be seated
		begun, first := time.Now(), true
		return func() time.Time {
			if first {
				first = false
				return begun
			}
			return begun.Add(4900*time.Millisecond + time.Since(begun))
		}
	}()
	err = s.On(context.Background(), -1, Heavy, func(context.Context) error {
		_, err := doCostly(s, &costlyTask{effort: int64(longest/rowTime) + 1}, "x") //nolint:contextcheck // a request of its own
		return err
	})
	if !errors.Is(err, ErrOverloaded) {
		t.Errorf("%v", err)
	}
}

// With fewer units left than a request takes at most nothing is computed, but an
// answer that is repeated; so it is with every operation.
func TestTheQuotaIsAskedBeforeComputing(t *testing.T) {
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

// Work is read on the seat of its body, and again on the one of its estimate; what
// was read does not wait in memory.
func TestTheEstimateDecidesTheSeat(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	at := func(d time.Duration) int64 { return int64(d / rowTime) }
	for _, tt := range []struct {
		effort, body int64
		want         Work
		reads        int
	}{
		{at(shortest), shortBody, Short, 1},
		{at(shortest) + 1, 1, Long, 2},
		{0, shortBody + 1, Long, 1},
		{at(longest) + 1, 1, Heavy, 2},
		{at(longest) + 1, shortBody + 1, Heavy, 2},
		{at(longest) + 1, longBody, Heavy, 2},
	} {
		task := &costlyTask{effort: tt.effort}
		task.wait = func(context.Context) error {
			for _, w := range []Work{Short, Long, Heavy} {
				taken, _, _ := s.Seats(w)
				if want := w == tt.want || w == Long && tt.want == Heavy; (taken == 1) != want {
					t.Errorf("%+v: %d %v seats are taken", tt, taken, w)
				}
			}
			return nil
		}
		if _, err := doCostly(s, task, strings.Repeat("x", int(tt.body))); err != nil || task.reads != tt.reads || task.runs != 1 {
			t.Errorf("%+v: read %d times, computed %d times, %v", tt, task.reads, task.runs, err)
		}
	}
}

// Long bodies take of the budget before they are read, two of one owner at a time,
// and give it back.
func TestBodiesHaveABudget(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	s.config.LongestWait = time.Millisecond
	var gives []func()
	hold := func(owner, length int64) error {
		give, err := s.HoldBody(context.Background(), owner, length)
		gives = append(gives, give)
		return err
	}
	for owner := range int64(2) {
		for range 2 {
			if err := hold(owner, 8<<20); err != nil {
				t.Fatal(err)
			}
		}
		if err := hold(owner, shortBody+1); !errors.Is(err, ErrOverloaded) {
			t.Errorf("a third body of one owner: %v", err)
		}
	}
	if err := hold(3, shortBody+1); !errors.Is(err, ErrOverloaded) {
		t.Errorf("beyond the budget: %v", err)
	}
	read := false
	_, _, err := s.Do(context.Background(), Request{ID: "req_1", Operation: costly(&costlyTask{}), Read: func() (Input, error) {
		return Input{Body: readerFunc(func([]byte) (int, error) { read = true; return 0, errors.New("read") }), Length: -1}, nil
	}})
	if !errors.Is(err, ErrOverloaded) || read {
		t.Errorf("a body of unknown length beyond the budget: read %v, %v", read, err)
	}
	if err := hold(3, shortBody); err != nil {
		t.Errorf("a short body: %v", err)
	}
	if taken, _, refused := s.Bodies(); taken != bodyBudget || refused != 4 {
		t.Errorf("%d bytes taken, %d refused", taken, refused)
	}
	for _, give := range gives {
		give()
	}
	if taken, _, _ := s.Bodies(); taken != 0 {
		t.Errorf("%d bytes taken in the end", taken)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// One key has no more than half of the seats, so that another always finds one.
func TestAKeyHasHalfOfTheSeats(t *testing.T) {
	t.Parallel()
	s, _ := newCharged(t, 20*time.Second)
	s.seats = newSeats(2, 2, time.Now)
	inside := &costlyTask{}
	inside.wait = func(context.Context) error {
		if taken, _, _ := s.Seats(Short); taken != 1 {
			t.Errorf("%d seats", taken)
		}
		return s.On(context.Background(), -1, Short, func(context.Context) error { return nil }) //nolint:contextcheck // a request of its own
	}
	if _, err := doCostly(s, inside, "x"); err != nil {
		t.Errorf("another beside it: %v", err)
	}
	s.config.LongestWait = time.Millisecond
	again := &costlyTask{wait: func(context.Context) error {
		_, err := doCostly(s, &costlyTask{}, "x") //nolint:contextcheck // a request of its own
		return err
	}}
	if _, err := doCostly(s, again, "x"); !errors.Is(err, ErrOverloaded) {
		t.Errorf("the same key took both: %v", err)
	}
}
