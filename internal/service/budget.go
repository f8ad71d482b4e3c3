package service

import (
	"context"
)

// Bodies beyond [shortBody] take of a budget before they are read, so that no number
// of them fills the memory.
const (
	bodyBudget = 32 << 20 // bytes in the process
	bodiesHeld = 2        // of one owner at a time
)

// HoldBody takes the bytes of a body from the budget, which waits until they are
// there. give gives them back; it is never nil.
func (s *Service) HoldBody(ctx context.Context, owner, length int64) (give func(), err error) {
	if length <= shortBody {
		return func() {}, nil
	}
	length = min(length, s.bodies.share)
	if err := s.bodies.take(ctx, owner, length, s.config.LongestWait); err != nil {
		return func() {}, err
	}
	return func() { s.bodies.give(owner, length) }, nil
}

// Bodies tells how many bytes of the budget are taken, how many bodies wait for some,
// and how many got none.
func (s *Service) Bodies() (taken, waiting, refused int64) { return s.bodies.state() }
