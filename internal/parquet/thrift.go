package parquet

import "encoding/binary"

// The types of values in Thrift's compact protocol, in which a file describes itself.
const (
	compactI32    = 5
	compactI64    = 6
	compactBinary = 8
	compactList   = 9
	compactStruct = 12
)

// compact appends structures in Thrift's compact protocol. The fields of a structure come
// in the order of their numbers.
type compact struct {
	dst  []byte
	last []byte // number of the last field of each structure that is open
}

// begin opens a structure, of which the field was announced.
func (c *compact) begin() { c.last = append(c.last, 0) }

// end closes the structure.
func (c *compact) end() {
	c.dst = append(c.dst, 0)
	c.last = c.last[:len(c.last)-1]
}

// field announces a field: its distance from the one before and its type.
func (c *compact) field(number, kind byte) {
	last := &c.last[len(c.last)-1]
	c.dst = append(c.dst, (number-*last)<<4|kind)
	*last = number
}

func (c *compact) int(n int64) { c.dst = binary.AppendVarint(c.dst, n) }

func (c *compact) i32(number byte, n int) {
	c.field(number, compactI32)
	c.int(int64(n))
}

func (c *compact) i64(number byte, n int64) {
	c.field(number, compactI64)
	c.int(n)
}

func (c *compact) binary(text string) {
	c.dst = append(binary.AppendUvarint(c.dst, uint64(len(text))), text...)
}

func (c *compact) text(number byte, text string) {
	c.field(number, compactBinary)
	c.binary(text)
}

// list announces a list of n values, which follow.
func (c *compact) list(number, kind byte, n int) {
	c.field(number, compactList)
	if n < 15 {
		c.dst = append(c.dst, byte(n)<<4|kind)
		return
	}
	c.dst = binary.AppendUvarint(append(c.dst, 0xF0|kind), uint64(n))
}

// open opens a field that is a structure.
func (c *compact) open(number byte) {
	c.field(number, compactStruct)
	c.begin()
}
