package apikey

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A new secret has the documented form and a correct checksum, and no secret is returned twice.
func TestMintHasTheDocumentedForm(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^sk_(test|live)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$`)
	seen := map[string]bool{}
	for _, mode := range Modes() {
		for range 2000 {
			secret := Mint(mode)
			if !form.MatchString(secret) || !strings.HasPrefix(secret, mode.Prefix()) {
				t.Fatalf("Mint(%s) = %q", mode, secret)
			}
			if !wellFormed(secret) {
				t.Fatalf("wellFormed(%q) = false", secret)
			}
			if seen[secret] {
				t.Fatalf("%q minted twice", secret)
			}
			seen[secret] = true
		}
	}
}

// All characters of the alphabet are about equally likely, because unequal probabilities would make
// keys easier to guess.
func TestMintUsesTheWholeAlphabetEvenly(t *testing.T) {
	t.Parallel()
	const keys = 8000
	count := map[rune]int{}
	for range keys {
		for _, c := range Mint(Test)[8 : 8+randomLen] {
			count[c]++
		}
	}
	want := keys * randomLen / 62
	for _, c := range alphabet {
		if count[c] < want*85/100 || count[c] > want*115/100 {
			t.Errorf("%q came %d times, about %d expected", c, count[c], want)
		}
	}
}

// The checksum detects a single changed character.
func TestWellFormedDetectsAChangedCharacter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := []byte(Mint(Live))
		i := rapid.IntRange(8, len(secret)-1).Draw(t, "position")
		c := rapid.SampledFrom([]byte(alphabet)).Draw(t, "character")
		same := secret[i] == c
		secret[i] = c
		if wellFormed(string(secret)) != same {
			t.Fatalf("wellFormed(%q) = %v", secret, !same)
		}
	})
	for _, text := range []string{"", "sk_test_", "sk_other_x", " " + Mint(Test), Mint(Test) + "0"} {
		if wellFormed(text) {
			t.Errorf("wellFormed(%q) = true", text)
		}
	}
}

// The checksum equals the CRC32 that another implementation, zlib, computes.
func TestChecksumVector(t *testing.T) {
	t.Parallel()
	got := string(appendChecksum([]byte("sk_test_00000000000000000000000000000000")))
	const want = "sk_test_00000000000000000000000000000000127lYz"
	if got != want {
		t.Errorf("checksum: got %s, want %s", got, want)
	}
}

// Wherever a secret occurs in the text, redaction leaves only the last four characters of the
// secret's random part.
func TestRedactHidesSecrets(t *testing.T) {
	t.Parallel()
	a, b := Mint(Test), Mint(Live)
	text := `Bearer ` + a + `, "x-api-key":"` + b + `" cut ` + a[:20]
	got := Redact(text)
	for _, secret := range []string{a, b} {
		if strings.Contains(got, secret[8:20]) {
			t.Errorf("secret left in %q", got)
		}
		if prefix, lastFour := Display(secret); !strings.Contains(got, prefix+"…"+lastFour) {
			t.Errorf("display form missing in %q", got)
		}
	}
	if plain := "nothing to hide, task_test"; Redact(plain) != plain {
		t.Error("plain text changed")
	}
}

// FromHeaders returns the credential if there is exactly one, and an error otherwise.
func TestFromHeaders(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		auth, xAPIKey []string
		want          string
		err           error
	}{
		{"nothing", nil, nil, "", ErrMissing},
		{"bearer", []string{"Bearer k"}, nil, "k", nil},
		{"scheme in any case, more space", []string{"bEARER   k "}, nil, "k", nil},
		{"x-api-key", nil, []string{"k"}, "k", nil},
		{"both, the same", []string{"Bearer k"}, []string{"k"}, "k", nil},
		{"both, different", []string{"Bearer k"}, []string{"j"}, "", ErrAmbiguous},
		{"authorization twice", []string{"Bearer k", "Bearer k"}, nil, "", ErrAmbiguous},
		{"x-api-key twice", nil, []string{"k", "k"}, "", ErrAmbiguous},
		{"another scheme alone", []string{"Basic k"}, nil, "", ErrScheme},
		{"a key without a scheme", []string{"sk_test_k"}, nil, "", ErrScheme},
		{"a scheme in x-api-key", nil, []string{"Bearer k"}, "", ErrPrefixed},
		{"another scheme and a key", []string{"Basic k"}, []string{"j"}, "j", nil},
		{"empty bearer", []string{"Bearer "}, nil, "", ErrMissing},
		{"scheme alone", []string{"Bearer"}, nil, "", ErrMissing},
		{"empty x-api-key", nil, []string{""}, "", ErrMissing},
		{"empty x-api-key and a bearer", []string{"Bearer k"}, []string{""}, "k", nil},
		{"empty bearer and a key", []string{"Bearer "}, []string{"k"}, "k", nil},
	} {
		got, err := FromHeaders(tt.auth, tt.xAPIKey)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: got %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.err)
		}
	}
}

// pattern matches a whole secret, as a secret scanner does.
var pattern = regexp.MustCompile(`sk_(?:test|live|admin)_[0-9A-Za-z]{38}`)

// wellFormed checks a secret's format and checksum, as a secret scanner does.
func wellFormed(secret string) bool {
	if whole := pattern.FindString(secret); whole != secret || secret == "" {
		return false
	}
	body := secret[:len(secret)-checksumLen]
	return string(appendChecksum([]byte(body))) == secret
}
