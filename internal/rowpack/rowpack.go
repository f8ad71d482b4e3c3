// Package rowpack packs the answers that are kept for replay. Most of an answer is
// rows, each like the row before it but for its figures. What is packed records what
// to copy from the row before, and by how much each figure differs from what the
// figures above it predict: {"period":4,"interest":2436.89} after 2549.21, 2511.96
// and 2474.51 is two steps of a byte each, one for 0 and one for 0.03. Anything that
// is not a row is copied from a dictionary or kept as it is, so any bytes can be
// packed.
//
// The package exists because the usual packers cost more: of the answers to random
// leases it keeps half of the bytes that zstd keeps at its fastest with a dictionary
// trained on answers, and two thirds for leases with events, and packs them several
// times as fast (six to seven times for leases without events). S2 takes as long and
// keeps three to four times the bytes. A report on many leases takes as much as with
// S2. BenchmarkStoredAnswers in test/scale measures it:
//
//	go test -run '^$' -bench StoredAnswers ./test/scale
package rowpack

import (
	"errors"
	"slices"
)

// formatNumber is the first byte of what is packed. What is kept was packed by an
// earlier program, so nothing that decides how it is read may change under the same
// number: the steps, the dictionary, how figures are read ([parse]), which of them
// become columns and what a column predicts ([columns.add]), and the limits.
const formatNumber = 1

// A packed text is the number of the format, the length of the text, and steps; all
// numbers but the first are unsigned varints. A step copies from a place, which
// moves on with what is copied, and ends with a figure, with bytes or with a jump:
//
//	residual<<1             copy up to the next column, and then its figure with a
//	                        value that differs from the predicted one by residual
//	length<<3 | kind<<1 | 1 copy length bytes, and then what the kind says
//
// A figure moves the place past the figure that it replaces. Places count from the
// start of the dictionary, which the text follows. A residual has its sign in the
// lowest bit. The last step may end with what it copies.
type kind uint64

const (
	figureKind  kind = iota // a residual: the figure at the place, with another value
	replaceKind             // a length and bytes, in place of the figure there
	insertKind              // a length and bytes
	jumpKind                // the place to go on from
)

var errDamaged = errors.New("rowpack: damaged")

// column is a figure that was packed as a residual. The figure of the row that is
// copied from it is predicted to be next, as if the slope kept changing at the same
// rate.
type column struct {
	value  uint64
	slope  uint64 // by which value differs from that of the row before
	next   uint64 // value, slope and the change of the slope
	at     int32  // its place
	length uint8  // see figure
	form   int8
}

// columns are those of the text so far, in the order of their places.
type columns struct {
	list []column
	next int // no column before it is at the current place or after it
}

// mostColumns bounds the memory for long texts: the earlier half is forgotten.
const mostColumns = 1 << 15

func (c *columns) start() { c.list, c.next = append(c.list[:0], dictionaryColumns...), 0 }

// from returns the first column that is not before a place, or nil.
func (c *columns) from(place int) *column {
	for ; c.next < len(c.list); c.next++ {
		if next := &c.list[c.next]; int(next.at) >= place {
			return next
		}
	}
	return nil
}

// at returns the column at a place. Where there is none, one is made of the text
// there.
func (c *columns) at(place int, text []byte) column {
	if next := c.from(place); next != nil && int(next.at) == place {
		return *next
	}
	f := parse(text)
	return column{value: f.value, next: f.value, length: uint8(f.length), form: f.form}
}

// add makes a column of a figure, which was predicted by another column. One that
// stays the same is copied with the text around it from then on.
func (c *columns) add(now figure, was *column, at int) {
	slope := now.value - was.value
	if slope|was.slope == 0 {
		return
	}
	next := now.value + 2*slope - was.slope
	if slope == 0 || int(was.at) < len(dictionary) { // rent stays after a step; another answer's figure shows no slope
		slope, next = 0, now.value
	}
	if len(c.list) == mostColumns {
		const half = mostColumns / 2
		c.list = c.list[:copy(c.list, c.list[half:])] // was may point into it
		c.next = max(0, c.next-half)
	}
	// Field by field: a whole column would be made on the stack first, which costs
	// a tenth of the time that packing takes.
	c.list = append(c.list, column{})
	e := &c.list[len(c.list)-1]
	e.value, e.slope, e.next = now.value, slope, next
	e.at, e.length, e.form = int32(at), uint8(now.length), now.form
}

// jump makes another place the current one.
func (c *columns) jump(place int) {
	c.next, _ = slices.BinarySearchFunc(c.list, place, func(c column, place int) int { return int(c.at) - place })
}

func zigzag(n uint64) uint64   { return n<<1 ^ uint64(int64(n)>>63) }
func unzigzag(n uint64) uint64 { return n>>1 ^ -(n & 1) }
