package client_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/client"
)

// The key passed to New must not begin with the scheme "Bearer". The error message explains the
// rule.
func TestAKeyHasNoScheme(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"Bearer sk_test_a": "key: must contain only the key, without the word Bearer",
		"sk_test a":        "key: must be an API key, sk_test_… or sk_live_…",
	} {
		if _, err := client.New("https://leases.example", key); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", key, err, want)
		}
	}
}
