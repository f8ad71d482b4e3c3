package apikey

import "testing"

// Display shows the mode and the last characters of a secret.
func TestDisplayShowsModeAndEnd(t *testing.T) {
	t.Parallel()
	for secret, want := range map[string][2]string{
		"sk_live_0123456789": {"sk_live_", "6789"},
		"sk_test_0123456789": {"sk_test_", "6789"},
		"_abcdef":            {"_", "cdef"},
		"0123456789":         {"", "6789"},
		"abc":                {"", "abc"},
		"":                   {"", ""},
	} {
		if prefix, last := Display(secret); prefix != want[0] || last != want[1] {
			t.Errorf("Display(%q) = %q, %q, want %q", secret, prefix, last, want)
		}
	}
}
