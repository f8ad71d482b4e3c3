package closing

// ids is a set of lease ids. Each id is stored as a 128-bit hash.
type ids map[[2]uint64]struct{}

// add adds the ids of a part to the set. twice contains the indexes of the leases whose ids were
// already in the set.
func (s ids) add(list []idHash) (twice map[int64]bool) {
	for i := range list {
		if _, known := s[list[i].hash]; !known {
			s[list[i].hash] = struct{}{}
			continue
		}
		if twice == nil {
			twice = map[int64]bool{}
		}
		twice[list[i].index] = true
	}
	return twice
}
