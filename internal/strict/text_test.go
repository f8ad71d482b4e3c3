package strict

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// Every string, including control bytes and invalid UTF-8, is quoted as valid JSON.
func TestTextsAreQuoted(t *testing.T) {
	t.Parallel()
	check := func(s string) {
		t.Helper()
		want, _ := jsontext.AppendQuote([]byte("x"), s) // the only possible error is invalid UTF-8, which AppendQuote replaces as required
		if got := AppendQuoted([]byte("x"), s); string(got) != string(want) {
			t.Fatalf("%q: %s, want %s", s, got, want)
		}
	}
	for c := range 256 { // the byte appears before, between and after two words
		for at := range 20 {
			plain := []byte(strings.Repeat("a", 20))
			plain[at] = byte(c)
			check(string(plain))
			check(string(plain[:at+1]))
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(rapid.String().Draw(t, "text")) })
}
