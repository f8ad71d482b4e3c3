package rowpack

import (
	"encoding/binary"
	"slices"
	"sync"
)

// unpacking is the state of unpacking one text. Its methods return false where the
// steps do not fit the text, which damage does not always cause.
type unpacking struct {
	packed  []byte // the steps that are left
	text    []byte
	size    int // of the whole text
	place   int
	columns columns
}

var unpackings = sync.Pool{New: func() any { return new(unpacking) }}

// Decode appends to dst the text that [Append] packed. It returns an error if the
// text is longer than most bytes or if the steps make no sense. Damage can also
// lead to another text: a caller that must know keeps a checksum.
func Decode(dst, packed []byte, most int) ([]byte, error) {
	if len(packed) == 0 || packed[0] != formatNumber {
		return dst, errDamaged
	}
	size, used := binary.Uvarint(packed[1:])
	if used <= 0 || size > uint64(most) {
		return dst, errDamaged
	}
	dst = slices.Grow(dst, int(size))
	u := unpackings.Get().(*unpacking)
	u.packed, u.text, u.size, u.place = packed[1+used:], dst[len(dst):], int(size), 0
	u.columns.start()
	ok := u.steps()
	length := len(u.text)
	u.packed, u.text = nil, nil
	unpackings.Put(u)
	if !ok {
		return dst, errDamaged
	}
	return dst[:len(dst)+length], nil
}

func (u *unpacking) steps() bool {
	for len(u.text) < u.size {
		if !u.step() {
			return false
		}
	}
	return len(u.packed) == 0
}

func (u *unpacking) step() bool {
	step, ok := u.number()
	if !ok {
		return false
	}
	if step&1 == 0 {
		c := u.columns.from(u.place)
		return c != nil && u.copy(uint64(int(c.at)-u.place)) && u.figure(step>>1)
	}
	if !u.copy(step >> 3) {
		return false
	}
	if len(u.text) == u.size {
		return true
	}
	n, ok := u.number()
	if !ok {
		return false
	}
	switch kind(step >> 1 & 3) {
	case figureKind:
		return u.figure(n)
	case replaceKind:
		was := u.columns.at(u.place, u.from())
		u.place += int(was.length)
		return u.insert(n)
	case insertKind:
		return u.insert(n)
	default:
		if n >= uint64(len(dictionary)+len(u.text)) {
			return false
		}
		u.place = int(n)
		u.columns.jump(u.place)
		return true
	}
}

func (u *unpacking) number() (uint64, bool) {
	n, used := binary.Uvarint(u.packed)
	if used <= 0 {
		return 0, false
	}
	u.packed = u.packed[used:]
	return n, true
}

// room is how many bytes of the text are missing.
func (u *unpacking) room() int { return u.size - len(u.text) }

// from returns what there is to copy at the place.
func (u *unpacking) from() []byte {
	if u.place < len(dictionary) {
		return dictionary[u.place:]
	}
	return u.text[u.place-len(dictionary):]
}

func (u *unpacking) copy(n uint64) bool {
	if n > uint64(u.room()) {
		return false
	}
	rest := int(n)
	if u.place < len(dictionary) {
		part := dictionary[u.place:min(u.place+rest, len(dictionary))]
		u.text = append(u.text, part...)
		u.place += len(part)
		rest -= len(part)
	}
	end := u.place + rest
	for rest > 0 { // from the same start, where what was copied has been appended
		from := u.from()
		if len(from) == 0 {
			return false
		}
		from = from[:min(len(from), rest)]
		u.text = append(u.text, from...)
		rest -= len(from)
	}
	u.place = end
	return true
}

func (u *unpacking) insert(n uint64) bool {
	if n > uint64(len(u.packed)) || n > uint64(u.room()) {
		return false
	}
	u.text, u.packed = append(u.text, u.packed[:n]...), u.packed[n:]
	return true
}

func (u *unpacking) figure(residual uint64) bool {
	was := u.columns.at(u.place, u.from())
	if was.form == odd {
		return false
	}
	var printed [maxFigure]byte
	now := figure{value: was.next + unzigzag(residual), form: was.form}
	digits := now.append(printed[:0])
	if len(digits) > u.room() {
		return false
	}
	now.length = len(digits)
	u.columns.add(now, &was, len(dictionary)+len(u.text))
	u.text = append(u.text, digits...)
	u.place += int(was.length)
	return true
}
