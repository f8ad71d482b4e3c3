package service

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// IdempotencyKeyField names the Idempotency-Key in errors. Interfaces that use another
// name call [Error.Rename].
const IdempotencyKeyField = "Idempotency-Key"

// maxIdempotencyKeyLen is the maximum length of an Idempotency-Key in characters.
const maxIdempotencyKeyLen = 255

// Digest is a SHA-256.
type Digest [sha256.Size]byte

// Names of claims belong to separate spaces, so that no Idempotency-Key equals the name of a claim
// of the server.
const (
	callersClaims = "Idempotency-Key"
	pagesClaims   = "page"
)

// claimName returns the name of a claim, a hash of its space and key.
func claimName(space, key string) Digest { return sha256.Sum256([]byte(space + "\n" + key)) }

// claimOf reads the values of an Idempotency-Key and returns its claim, or nil if there
// is none. An empty value counts as absent.
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
		return nil, nil //nolint:nilnil // neither a key nor an error
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

// number returns the number of a claim in package admission. A request that repeats another request
// waits until that request is recorded, and occupies no worker slot while it waits.
func (c *Claim) number(key Key) int64 { return int64(binary.NativeEndian.Uint64(c.Name[:])) ^ key.Ref }

// requestDigest returns the digest of a normalized request and its response format. Requests that
// differ only in white space, in the order of their members, in spelling a number as 12 or 12.0, or
// in omitting a default have the same digest. Any changed value changes the digest.
func requestDigest(request []byte, format string) (d Digest) {
	h := sha256.New()
	h.Write([]byte(format + "\n")) // a hash never fails to write
	h.Write(request)
	h.Sum(d[:0])
	return d
}

// repeats returns an error unless a claim has the same request and response as the first one.
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
