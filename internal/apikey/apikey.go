// Package apikey creates, parses, hashes and redacts the secrets of API keys.
//
// A secret consists of a prefix (sk_test_, sk_live_ or sk_admin_), 32 random base62 characters (190
// bits), and a checksum. The checksum is the CRC32 of the preceding text, in six characters. Secret
// scanners recognize keys by the checksum, but only the hash decides whether a request is admitted.
package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"regexp"
	"strings"
)

// Mode distinguishes keys for development and CI from keys for production and from administration keys.
type Mode string

// The modes.
const (
	Test  Mode = "test"
	Live  Mode = "live"
	Admin Mode = "admin" // for the administration API only
)

// Modes lists the modes of keys that can call operations.
func Modes() []Mode { return []Mode{Test, Live} }

// ModeOf returns the mode in the prefix of a secret, or "" if the prefix is unknown.
func ModeOf(secret string) Mode {
	for _, m := range append(Modes(), Admin) {
		if strings.HasPrefix(secret, m.Prefix()) {
			return m
		}
	}
	return ""
}

// Prefix returns the beginning of every secret of mode m.
func (m Mode) Prefix() string { return "sk_" + string(m) + "_" }

// Hash is the SHA-256 of a secret, the only form in which the secret is stored. Secrets are long
// and random, so neither salt nor stretching would improve security.
type Hash [sha256.Size]byte

const (
	alphabet    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLen   = 32
	checksumLen = 6 // sufficient, because 62^6 exceeds 2^32
	// last is the number of final characters that may be shown.
	last = 4
)

// Mint returns a new secret.
func Mint(mode Mode) string {
	secret := make([]byte, 0, len(mode.Prefix())+randomLen+checksumLen)
	secret = append(secret, mode.Prefix()...)
	end := len(secret) + randomLen
	var pool [64]byte
	for len(secret) < end {
		_, _ = rand.Read(pool[:]) // never returns an error: on failure, it ends the program
		for _, b := range pool {
			// 248 is the largest multiple of 62 that fits into a byte. Bytes from 248 on are
			// skipped, because they would make the first characters of the alphabet more likely.
			if b < 248 && len(secret) < end {
				secret = append(secret, alphabet[b%62])
			}
		}
	}
	return string(appendChecksum(secret))
}

func appendChecksum(text []byte) []byte {
	sum := crc32.ChecksumIEEE(text)
	var digits [checksumLen]byte
	for i := range digits {
		digits[checksumLen-1-i] = alphabet[sum%62]
		sum /= 62
	}
	return append(text, digits[:]...)
}

// Sum returns the hash of secret.
func Sum(secret string) Hash { return sha256.Sum256([]byte(secret)) }

// Display returns the parts of a secret that may be shown: the prefix of its mode and the last four characters.
func Display(secret string) (prefix, lastFour string) {
	if i := strings.LastIndexByte(secret, '_'); i >= 0 {
		prefix = secret[:i+1]
	}
	return prefix, secret[max(0, len(secret)-last):]
}

// loose also matches truncated and mistyped secrets.
var loose = regexp.MustCompile(`sk_(test|live|admin)_[0-9A-Za-z_]{5,}`)

// Redact hides the random part of every secret in text, except for its last four characters.
func Redact(text string) string {
	if !strings.Contains(text, "sk_") {
		return text
	}
	return loose.ReplaceAllStringFunc(text, func(secret string) string {
		_, lastFour := Display(secret)
		return ModeOf(secret).Prefix() + "…" + lastFour
	})
}

// Errors of [FromHeaders].
var (
	ErrMissing   = errors.New("no API key was sent")
	ErrScheme    = errors.New("the scheme of Authorization is not Bearer")
	ErrPrefixed  = errors.New("x-api-key has a scheme before the key")
	ErrAmbiguous = errors.New("more than one API key was sent")
)

// FromHeaders reads the secret from the values of the Authorization header (Bearer scheme) and the x-api-key header. It
// returns [ErrMissing] if there is no secret. It returns [ErrScheme] if the Authorization header has another scheme, or
// has a key without a scheme. It returns [ErrPrefixed] if the Bearer scheme is in x-api-key, and [ErrAmbiguous] if a
// header is repeated or the two headers differ.
func FromHeaders(authorization, xAPIKey []string) (string, error) {
	if len(authorization) > 1 || len(xAPIKey) > 1 {
		return "", ErrAmbiguous
	}
	bearer, otherScheme := bearerToken(strings.Join(authorization, ""))
	plain := strings.Trim(strings.Join(xAPIKey, ""), " \t")
	prefixed, _ := bearerToken(plain)
	switch {
	case prefixed != "":
		return "", ErrPrefixed
	case bearer == "" && plain == "" && otherScheme:
		return "", ErrScheme
	case bearer == "" && plain == "":
		return "", ErrMissing
	case bearer == "" || bearer == plain:
		return plain, nil
	case plain == "":
		return bearer, nil
	default:
		return "", ErrAmbiguous
	}
}

// bearerToken returns the token in an Authorization value with the Bearer scheme, in any letter
// case (RFC 9110, 11.1). For any other scheme, the token is "".
func bearerToken(value string) (token string, otherScheme bool) {
	scheme, token, _ := strings.Cut(strings.Trim(value, " \t"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", scheme != ""
	}
	return strings.Trim(token, " \t"), false
}
