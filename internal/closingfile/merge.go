package closingfile

import (
	"cmp"
	"errors"
	"iter"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

// errStopped ends a list that nobody reads on.
var errStopped = errors.New("stopped")

// pulled are elements of a list that are taken one at a time.
type pulled[T any] struct {
	next func() (T, error, bool)
	stop func()

	first T
	some  bool
}

// pull takes the elements that each gives.
func pull[T any](each func(func(T) error) error) *pulled[T] {
	p := new(pulled[T])
	p.next, p.stop = iter.Pull2(func(yield func(T, error) bool) {
		var none T
		err := each(func(v T) error {
			if !yield(v, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && err != errStopped { //nolint:errorlint // as it was returned
			yield(none, err)
		}
	})
	return p
}

// advance turns to the next element.
func (p *pulled[T]) advance() (err error) {
	p.first, err, p.some = p.next()
	return err
}

// standing is a lease as a closing has it: its input, and its figures where it has one.
type standing struct {
	Input

	signed *portfolio.Signed
}

// lined are the leases of a closing, one after the other.
type lined struct {
	inputs *pulled[Input]
	leases *pulled[*portfolio.Signed]
}

// open starts reading the leases of a closing; nil has none.
func (c *Closing) open() (*lined, error) {
	l := &lined{pull(func(do func(Input) error) error {
		if c == nil {
			return nil
		}
		return c.EachInput(do)
	}), pull(func(do func(*portfolio.Signed) error) error {
		if c == nil {
			return nil
		}
		return c.EachLease(do)
	})}
	return l, cmp.Or(l.inputs.advance(), l.leases.advance())
}

func (l *lined) close() {
	l.inputs.stop()
	l.leases.stop()
}

// peek returns the id of the next lease, and whether there is one.
func (l *lined) peek() (id string, ok bool) {
	switch in, of := l.inputs, l.leases; {
	case in.some && (!of.some || in.first.ID <= of.first.ID):
		return in.first.ID, true
	case of.some:
		return of.first.ID, true
	}
	return "", false
}

// take returns the next lease.
func (l *lined) take() (s standing, err error) {
	id, _ := l.peek()
	s.ID = id
	if l.inputs.some && l.inputs.first.ID == id {
		s.Input = l.inputs.first
		err = l.inputs.advance()
	}
	if l.leases.some && l.leases.first.ID == id && err == nil {
		s.signed = l.leases.first
		err = l.leases.advance()
	}
	return s, err
}

// before calls gone with each lease before an id, and returns that of the id itself where
// there is one.
func (l *lined) before(id string, gone func(*standing) error) (*standing, error) {
	for {
		next, ok := l.peek()
		if !ok || next > id {
			return nil, nil //nolint:nilnil // there is none
		}
		s, err := l.take()
		if err != nil {
			return nil, err
		}
		if next == id {
			return &s, nil
		}
		if err := gone(&s); err != nil {
			return nil, err
		}
	}
}

// rest calls gone with each lease that is left.
func (l *lined) rest(gone func(*standing) error) error {
	for {
		if _, ok := l.peek(); !ok {
			return nil
		}
		s, err := l.take()
		if err != nil {
			return err
		}
		if err := gone(&s); err != nil {
			return err
		}
	}
}
