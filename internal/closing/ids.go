package closing

// MaxIDs is how many ids are kept to find one that appears twice: 64 MiB of them.
const MaxIDs = 3 << 20

// ids is the set of the ids so far, each by 128 bits of its hash: a table with open
// addressing, so that a million take 32 MiB.
type ids struct {
	table [][2]uint64
	count int
	full  bool // later ones are not added
}

// add adds the ids of a part and returns the places of those that were there before.
func (s *ids) add(list []name) (twice map[int64]bool) {
	for i := range list {
		if s.add1(list[i].hash) {
			continue
		}
		if twice == nil {
			twice = map[int64]bool{}
		}
		twice[list[i].index] = true
	}
	return twice
}

// add1 adds an id and reports whether it is new, or not known to be old.
func (s *ids) add1(h [2]uint64) bool {
	h[0] |= 1 // an empty place is all 0
	if 4*s.count >= 3*len(s.table) {
		s.grow()
	}
	at := s.find(s.table, h)
	switch {
	case s.table[at] == h:
		return false
	case s.count >= MaxIDs:
		s.full = true
		return true
	}
	s.table[at] = h
	s.count++
	return true
}

// find returns the place of an id, or the empty one where it belongs.
func (*ids) find(table [][2]uint64, h [2]uint64) uint64 {
	last := uint64(len(table) - 1) // the length is a power of two
	at := h[1] & last
	for table[at] != h && table[at] != ([2]uint64{}) {
		at = (at + 1) & last
	}
	return at
}

func (s *ids) grow() {
	if s.count >= MaxIDs {
		return
	}
	bigger := make([][2]uint64, max(2*len(s.table), 1<<10))
	for _, h := range s.table {
		if h != ([2]uint64{}) {
			bigger[s.find(bigger, h)] = h
		}
	}
	s.table = bigger
}
