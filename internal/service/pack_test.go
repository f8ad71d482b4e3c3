package service

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// What was packed is unpacked as it was, by this version and by an earlier one;
// what is damaged is not.
func TestStoredAnswersAreWholeOrRefused(t *testing.T) {
	t.Parallel()
	p, err := newPacker(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for _, body := range []string{"", "{}", strings.Repeat(`{"interest":1234.56,"principal":99.01}`, 5000)} {
		packed := p.pack([]byte(body)).data
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
