package service

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// What was packed is unpacked as it was, by this version or an earlier one; what is
// damaged is not.
func TestStoredAnswersAreWholeOrRefused(t *testing.T) {
	t.Parallel()
	p, err := newPacker(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	now := func(body string) []byte { return p.pack([]byte(body)).data }
	blocks := func(body string) []byte {
		packed := binary.LittleEndian.AppendUint32([]byte(blockMark), crc32.Checksum([]byte(body), castagnoli))
		return append(packed, s2.Encode(nil, []byte(body))...)
	}
	for _, test := range []struct {
		body string
		pack func(string) []byte
	}{
		{"", now},
		{"{}", now},
		{`{"result":"` + string(make([]byte, 100_000)) + `"}`, now},
		{strings.Repeat(`{"interest":1234.56,"principal":99.01}`, 500), now},
		{strings.Repeat(`{"interest":1234.56,"principal":99.01}`, 500), blocks},
	} {
		body, packed := test.body, test.pack(test.body)
		got, err := p.unpack([]byte("before"), packed)
		if err != nil || string(got) != "before"+body {
			t.Fatalf("%d bytes: %v", len(body), err)
		}
		for i := range packed {
			damaged := bytes.Clone(packed)
			damaged[i] ^= 1
			if got, err := p.unpack(nil, damaged); err == nil && string(got) != body {
				t.Errorf("byte %d of %d: unpacked as %.40q", i, len(packed), got)
			}
			if got, err := p.unpack(nil, packed[:i]); err == nil && string(got) != body {
				t.Errorf("cut at %d of %d: unpacked as %.40q", i, len(packed), got)
			}
		}
	}
	earlier, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.unpack(nil, earlier.EncodeAll([]byte("an answer"), nil)); err != nil || string(got) != "an answer" {
		t.Errorf("an earlier version's: %q, %v", got, err)
	}
}
