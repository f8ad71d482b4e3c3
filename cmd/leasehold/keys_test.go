package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// An API key's secret is printed only once, when the key is created. A list of keys contains no secrets.
func TestTheSecretIsPrintedOnce(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	o := &opened{out: &out, asJSON: true}
	if err := o.printIssued("Created", []service.IssuedKey{{Key: service.Key{ID: "key_1"}, Secret: "sk_test_1"}}, false); err != nil {
		t.Fatal(err)
	}
	var printed map[string]any
	if err := json.Unmarshal(out.Bytes(), &printed); err != nil || printed["key"] != "sk_test_1" || bytes.Count(out.Bytes(), []byte("sk_test_1")) != 1 {
		t.Errorf("%s %v", out.String(), err)
	}
	listed, err := json.Marshal(toJSON(service.Key{ID: "key_1"}, ""))
	if err != nil || bytes.Contains(listed, []byte(`"secret"`)) || bytes.Contains(listed, []byte(`"key"`)) {
		t.Errorf("%s %v", listed, err)
	}
}
