package mcpapi

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// answerMost is how long an answer is by default, its text and its object together:
// 8,000 tokens of four bytes, less what is around them.
const answerMost = 30_000

// brief returns an object with its lists cut to as many first and last elements as fit
// a length, and a line that tells what was left out. Everything else is the same byte
// for byte.
func brief(object []byte, most int) (short []byte, left string, err error) {
	if len(object) <= most {
		return object, "", nil
	}
	for _, n := range []int{24, 12, 6, 4, 2, 0} {
		c := cutter{most: n, left: map[string]int{}}
		if short, err = c.value(nil, jsontext.NewDecoder(bytes.NewReader(object)), ""); err != nil {
			return nil, "", err
		}
		if len(short) <= most || n == 0 {
			var parts []string
			for _, name := range slices.Sorted(maps.Keys(c.left)) {
				parts = append(parts, fmt.Sprintf("%d of %s", c.left[name], name))
			}
			return short, "Left out of the structured result for its length, from the middle of their lists: " + strings.Join(parts, ", ") + ".\n", nil
		}
	}
	return short, "", nil
}

// cutter copies JSON and leaves the middle of long lists out.
type cutter struct {
	most int            // elements of a list
	left map[string]int // left out, by the names of the lists
}

// value copies a value, which is that of a member of that name.
func (c *cutter) value(dst []byte, d *jsontext.Decoder, name string) ([]byte, error) {
	switch d.PeekKind() {
	case '{':
		return c.object(dst, d)
	case '[':
		return c.array(dst, d, name)
	default:
		value, err := d.ReadValue()
		return append(dst, value...), err
	}
}

func (c *cutter) object(dst []byte, d *jsontext.Decoder) ([]byte, error) {
	return copyObject(dst, d, func(dst []byte, name string) ([]byte, error) { return c.value(dst, d, name) })
}

// copyObject copies an object; value copies the value of a member.
func copyObject(dst []byte, d *jsontext.Decoder, value func(dst []byte, name string) ([]byte, error)) ([]byte, error) {
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for first := true; d.PeekKind() == '"'; first = false {
		name, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		if !first {
			dst = append(dst, ',')
		}
		dst = append(append(dst, name...), ':')
		if dst, err = value(dst, string(name[1:len(name)-1])); err != nil {
			return nil, err
		}
	}
	_, err := d.ReadToken()
	return append(dst, '}'), err
}

func (c *cutter) array(dst []byte, d *jsontext.Decoder, name string) ([]byte, error) {
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var elements [][]byte
	for d.PeekKind() != ']' {
		element, err := c.value(nil, d, name)
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if over := len(elements) - c.most; over > 0 && (c.most > 0 || over > 2) {
		c.left[name] += over
		elements = slices.Delete(elements, (c.most+1)/2, (c.most+1)/2+over)
	}
	dst = append(dst, '[')
	dst = append(dst, bytes.Join(elements, []byte(","))...)
	return append(dst, ']'), nil
}
