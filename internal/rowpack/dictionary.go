package rowpack

import (
	"bytes"
	_ "embed"
	"encoding/binary"
)

// dictionary is treated as if it preceded every text: a line with an answer to a
// lease, with few of its rows, and a line with sentences of answers to others. It
// never changes, since what is packed names places in it. A better one would need
// another number of the format, in addition to this one for as long as anything is kept that
// was packed with it.
//
//go:embed dictionary.txt
var dictionary []byte

// dictionaryColumns are the members of its answer that are figures other than 0.
var dictionaryColumns = func() (list []column) {
	end := bytes.IndexByte(dictionary, '\n')
	for i := 1; i < end; i++ {
		if before := dictionary[i-1]; before != ':' && before != '"' {
			continue
		}
		if f := parse(dictionary[i:end]); f.form != odd && f.value != 0 {
			list = append(list, column{value: f.value, next: f.value, at: int32(i), length: uint8(f.length), form: f.form})
		}
	}
	return list
}()

// window is the length of what is looked up.
const window = 8

// places are those of windows, by hash; 0 for none.
type places [1 << placesLog]int32

const placesLog = 11

// replace makes place that of a window, and returns the one it had.
func (p *places) replace(w uint64, place int) (earlier int) {
	entry := &p[hash(w)>>(64-placesLog)]
	earlier, *entry = int(*entry), int32(place)
	return earlier
}

const dictionaryLog = 15

// dictionaryPlaces are the first places of the dictionary's windows, and 1 more.
var dictionaryPlaces = func() *[1 << dictionaryLog]uint16 {
	var p [1 << dictionaryLog]uint16
	for i := len(dictionary) - window; i >= 0; i-- {
		p[hash(binary.LittleEndian.Uint64(dictionary[i:]))>>(64-dictionaryLog)] = uint16(i + 1)
	}
	return &p
}()

func inDictionary(w uint64) (place int, ok bool) {
	i := int(dictionaryPlaces[hash(w)>>(64-dictionaryLog)]) - 1
	return i, i >= 0 && binary.LittleEndian.Uint64(dictionary[i:]) == w
}

// hash mixes the high bits best.
func hash(w uint64) uint64 { return w * 0x9E3779B97F4A7C15 }
