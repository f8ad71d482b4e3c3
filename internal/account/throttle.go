package account

import (
	"sync"
	"time"
)

// throttle lets through a burst of attempts by one name and then one in every
// interval. It remembers, for each name, until when its attempts are paid for.
type throttle struct {
	burst int
	every time.Duration

	mu   sync.Mutex
	paid map[string]time.Time
}

// maxNames is how many names are remembered before the idle ones are forgotten.
const maxNames = 4096

func newThrottle(burst int, every time.Duration) *throttle {
	return &throttle{burst: burst, every: every, paid: map[string]time.Time{}}
}

// take counts an attempt of name at now, or returns how long to wait.
func (t *throttle) take(name string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.paid) >= maxNames {
		for other, until := range t.paid {
			if !until.After(now) {
				delete(t.paid, other)
			}
		}
	}
	until := t.paid[name]
	if until.Before(now) {
		until = now
	}
	next := until.Add(t.every)
	if wait := next.Sub(now) - time.Duration(t.burst)*t.every; wait > 0 {
		return wait
	}
	t.paid[name] = next
	return 0
}

// forgive forgets the attempts of name.
func (t *throttle) forgive(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.paid, name)
}
