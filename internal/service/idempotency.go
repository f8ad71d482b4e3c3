package service

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// IdempotencyKeyField is the name of the Idempotency-Key in errors. Interfaces that use another
// name for it call [Error.Rename].
const IdempotencyKeyField = "Idempotency-Key"

// maxIdempotencyKeyLen is the maximum length of an Idempotency-Key in characters.
const maxIdempotencyKeyLen = 255

// Digest is a SHA-256 hash.
type Digest [sha256.Size]byte

// The namespaces of claims. They ensure that the claim of an Idempotency-Key never has the same
// name as a claim of the server itself.
const (
	callersClaims = "Idempotency-Key"
	pagesClaims   = "page"
)

// claimName returns the name of a claim, which is the hash of its namespace and key.
func claimName(space, key string) Digest { return sha256.Sum256([]byte(space + "\n" + key)) }

// claimOf returns the claim for the values of an Idempotency-Key, or nil if there is no
// Idempotency-Key. An empty value counts as none.
func claimOf(values []string) (*Claim, error) {
	var key string
	for _, value := range values {
		if value == "" {
			continue
		}
		if key != "" {
			return nil, Invalid(IdempotencyKeyField, "must be sent once")
		}
		key = value
	}
	if key == "" {
		return nil, nil //nolint:nilnil // nil means that there is no Idempotency-Key
	}
	if !utf8.ValidString(key) {
		return nil, Invalid(IdempotencyKeyField, "must be UTF-8")
	}
	if utf8.RuneCountInString(key) > maxIdempotencyKeyLen {
		return nil, Invalid(IdempotencyKeyField, fmt.Sprintf("must have at most %d characters", maxIdempotencyKeyLen))
	}
	for _, r := range key {
		if unicode.IsControl(r) {
			return nil, Invalid(IdempotencyKeyField, "must not contain control characters")
		}
	}
	return &Claim{Name: claimName(callersClaims, key)}, nil
}

// number returns the number that identifies a claim of a key in package admission. A second request
// with the same claim waits until the first one is recorded, and occupies no worker slot while it
// waits.
func (c *Claim) number(key Key) int64 { return int64(binary.NativeEndian.Uint64(c.Name[:])) ^ key.Ref }

// requestDigest returns the digest of a normalized request and the name of its response format.
// Requests have the same digest if they differ only in white space, in the order of their fields,
// in the spelling of a number, such as 12 and 12.0, or in whether a default is written. A change of
// any value changes the digest.
func requestDigest(request []byte, format string) (d Digest) {
	h := sha256.New()
	h.Write([]byte(format + "\n")) // writing to a hash returns no error
	h.Write(request)
	h.Sum(d[:0])
	return d
}

// repeats returns an error unless the claim has the same request and the same response as first.
func repeats(first *First, claim *Claim) error {
	switch {
	case first.Request == claim.Request && first.Response == claim.Response:
		return nil
	case first.Request == claim.Request:
		return Invalid(IdempotencyKeyField, fmt.Sprintf(
			"the first response came from version %q, and this version, %q, responds differently; nothing was billed; send a new key",
			first.Version, claim.Version))
	case first.Version != claim.Version:
		return Invalid(IdempotencyKeyField, fmt.Sprintf(
			"was used before with another body or header Accept, or version %q, which answered the first request, reads this request differently from version %q; send a new key",
			first.Version, claim.Version))
	default:
		return Invalid(IdempotencyKeyField, "was used before with another body or header Accept; send a new key with a new request")
	}
}
