package service

import (
	"fmt"
	"sync"
)

// shares bounds the requests of one key that are read or worked on at once, so
// that no key has all of a server to itself.
type shares struct {
	most int

	mu   sync.Mutex
	held map[int64]int // by Key.Ref
}

// enter counts a request of a key, or refuses it.
func (s *shares) enter(key int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[key] >= s.most {
		return &Error{
			Code:       RateLimited,
			Message:    fmt.Sprintf("More than %d requests of this key at the same time. Try again in 1 s.", s.most),
			RetryAfter: 1,
		}
	}
	s.held[key]++
	return nil
}

// leave is the end of a request that entered.
func (s *shares) leave(key int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[key]--; s.held[key] == 0 {
		delete(s.held, key)
	}
}
