package closing

// ids is a set of lease ids, as 128-bit hashes.
type ids map[[2]uint64]struct{}

// add adds the ids of a part and returns the indexes of duplicates.
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
