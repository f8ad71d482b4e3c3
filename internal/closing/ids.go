package closing

// ids is the set of the ids so far, each by 128 bits of its hash.
type ids map[[2]uint64]struct{}

// add adds the ids of a part. It returns the positions of those that the set already had.
func (s ids) add(list []name) (twice map[int64]bool) {
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
