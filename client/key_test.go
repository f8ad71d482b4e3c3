package client_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/client"
)

// A key must be passed without the scheme of its header, and the error message explains this.
func TestAKeyHasNoScheme(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"Bearer sk_test_a": "key: must be the key alone, without the word Bearer",
		"sk_test a":        "key: must be an API key, sk_test_… or sk_live_…",
	} {
		if _, err := client.New("https://leases.example", key); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", key, err, want)
		}
	}
}
