package service

import (
	"bytes"
	"strings"
	"testing"
)

// What was packed is unpacked as it was; what is damaged is refused.
func TestStoredAnswersAreWholeOrRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"",
		"{}",
		`{"result":"` + string(make([]byte, 100_000)) + `"}`,
		strings.Repeat(`{"interest":1234.56,"principal":99.01}`, 500),
	} {
		packed := pack([]byte(body)).data
		got, err := unpack([]byte("before"), packed)
		if err != nil || string(got) != "before"+body {
			t.Fatalf("%d bytes: %v", len(body), err)
		}
		for i := range packed {
			damaged := bytes.Clone(packed)
			damaged[i] ^= 1
			if got, err := unpack(nil, damaged); err == nil && string(got) != body {
				t.Errorf("byte %d of %d: unpacked as %.40q", i, len(packed), got)
			}
			if got, err := unpack(nil, packed[:i]); err == nil && string(got) != body {
				t.Errorf("cut at %d of %d: unpacked as %.40q", i, len(packed), got)
			}
		}
	}
}
