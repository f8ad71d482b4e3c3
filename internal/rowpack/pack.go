package rowpack

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// packing is the state of packing one text.
type packing struct {
	text    []byte
	done    int // how much of the text is packed
	place   int // where what follows is expected to be copied from
	columns columns
	known   places // of the text, where it went on otherwise than expected
	packed  []byte
}

var packings = sync.Pool{New: func() any { return new(packing) }}

// Append appends text to dst, packed. The text must be shorter than 2 GiB.
func Append(dst, text []byte) []byte {
	p := packings.Get().(*packing)
	p.text, p.done, p.place, p.packed = text, 0, 0, append(dst, formatNumber)
	p.columns.start()
	clear(p.known[:])
	p.number(uint64(len(text)))
	for p.done < len(p.text) {
		if !p.packColumn() {
			p.packOther()
		}
	}
	packed := p.packed
	p.text, p.packed = nil, nil
	packings.Put(p)
	return packed
}

// packColumn packs what the text has up to the next column and its figure, if it is
// what stands before that column and a figure like the column's.
func (p *packing) packColumn() bool {
	c := p.columns.from(p.place)
	if c == nil {
		return false
	}
	before := int(c.at) - p.place
	here, from := p.done+before, p.from(p.place, p.done)
	if here >= len(p.text) || before > len(from) || string(from[:before]) != string(p.text[p.done:here]) {
		return false
	}
	now := parse(p.text[here:])
	residual := zigzag(now.value - c.next)
	if now.form != c.form || residual>>63 != 0 {
		return false
	}
	p.number(residual << 1)
	p.place = int(c.at) + int(c.length)
	p.done = here + now.length
	p.columns.add(now, c, len(dictionary)+here)
	return true
}

// packOther packs what is the same at the place, and then another figure or
// whatever follows.
func (p *packing) packOther() {
	rest, from := p.text[p.done:], p.from(p.place, len(p.text))
	same := common(from, rest)
	if same == len(rest) {
		p.step(same, insertKind)
		p.done += same
		return
	}
	before := same // the figure that differs
	for before > 0 && same-before < mostBytes && ofFigure(rest[before-1]) {
		before--
	}
	if before < len(from) && ofFigure(from[before]) && ofFigure(rest[before]) {
		p.packFigure(before)
		return
	}
	p.done += same
	place, skipped := p.find()
	if skipped > 0 {
		p.step(same, insertKind)
		p.insert(skipped)
		same = 0
	}
	if p.done < len(p.text) {
		p.step(same, jumpKind)
		p.number(uint64(place))
		p.place = place
		p.columns.jump(place)
	}
}

// packFigure packs a figure, and before it bytes that are the same at the place.
func (p *packing) packFigure(before int) {
	at, here := p.place+before, p.done+before
	was := p.columns.at(at, p.from(at, here))
	now := parse(p.text[here:])
	p.place, p.done = at+int(was.length), here
	if now.form != was.form || now.form == odd {
		p.step(before, replaceKind)
		p.insert(now.length)
		return
	}
	p.step(before, figureKind)
	p.number(zigzag(now.value - was.next))
	p.columns.add(now, &was, len(dictionary)+here)
	p.done += now.length
}

// from returns what there is to copy at a place when the first end bytes of the
// text are packed.
func (p *packing) from(place, end int) []byte {
	if place < len(dictionary) {
		return dictionary[place:]
	}
	return p.text[place-len(dictionary) : end]
}

// find returns the place of a window that the text has too, and how many bytes of
// it come first.
func (p *packing) find() (place, skipped int) {
	for i := p.done; i+window <= len(p.text); i++ {
		w := binary.LittleEndian.Uint64(p.text[i:])
		place := p.known.replace(w, len(dictionary)+i)
		if place > 0 && binary.LittleEndian.Uint64(p.text[place-len(dictionary):]) == w {
			return place, i - p.done
		}
		if place, ok := inDictionary(w); ok {
			return place, i - p.done
		}
	}
	return 0, len(p.text) - p.done
}

func (p *packing) step(same int, k kind) { p.number(uint64(same)<<3 | uint64(k)<<1 | 1) }

// insert packs the next n bytes as they are.
func (p *packing) insert(n int) {
	p.number(uint64(n))
	p.packed = append(p.packed, p.text[p.done:p.done+n]...)
	p.done += n
}

// number packs n. Branch-free up to two bytes: which of the two are needed is
// unpredictable.
func (p *packing) number(n uint64) {
	if n >= 1<<14 {
		p.packed = binary.AppendUvarint(p.packed, n)
		return
	}
	two := (n + 1<<14 - 1<<7) >> 14 // or 0
	size := len(p.packed) + 1 + int(two)
	p.packed = append(p.packed, byte(n&0x7F|two<<7), byte(n>>7))[:size]
}

// common returns how many bytes a and b have in common at their start.
func common(a, b []byte) int {
	most, n := min(len(a), len(b)), 0
	for ; n+8 <= most; n += 8 {
		if differs := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); differs != 0 {
			return n + bits.TrailingZeros64(differs)/8
		}
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}
