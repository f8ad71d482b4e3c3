package service

import (
	"bytes"
	"crypto/sha256"

	"github.com/leasehold-accounting/leasehold"
)

// fingerprintVersion changes whenever an equal lease would get another sum: a
// new field in the normalized lease is enough.
const fingerprintVersion = 1

// jsonFormat is the name of the format of an answer that is no file.
const jsonFormat = "json"

// Fingerprint tells whether two requests are the same: white space, the order
// of members, 12 or 12.0 and a default spelled out make no difference, any
// changed value does.
type Fingerprint struct {
	Version int
	Sum     [sha256.Size]byte
}

// fingerprint returns the fingerprint of a normalized request and the format of
// its answer.
func fingerprint(request []byte, format string) Fingerprint {
	h := sha256.New()
	h.Write([]byte(format + "\n")) // a hash never fails to write
	h.Write(request)
	f := Fingerprint{Version: fingerprintVersion}
	h.Sum(f.Sum[:0])
	return f
}

// sameRequest reports whether first answers the request of claim. Sums of one
// version were compared by the store already; under another version the request
// is read and normalized again, by today's rules.
func sameRequest(first *StoredAnswer, claim *Claim) bool {
	if first.Fingerprint.Version == claim.Fingerprint.Version {
		return first.Fingerprint == claim.Fingerprint
	}
	lease, err := leasehold.Decode(first.Request)
	return err == nil && first.Format == claim.Format && bytes.Equal(lease.Append(nil), claim.Request)
}

// Bounds of an Idempotency-Key.
const maxIdempotencyKeyLen = 255

// idempotencyKey reads the values of the header Idempotency-Key; ok is false
// where there are none.
func idempotencyKey(values []string) (key string, ok bool, err error) {
	switch len(values) {
	case 0:
		return "", false, nil
	case 1:
		key = values[0]
	default:
		return "", false, Invalid("Idempotency-Key", "must be sent once")
	}
	if key == "" || len(key) > maxIdempotencyKeyLen {
		return "", false, Invalid("Idempotency-Key", "must have 1 to 255 characters")
	}
	for i := range len(key) {
		if key[i] < '!' || key[i] > '~' {
			return "", false, Invalid("Idempotency-Key", "must consist of visible ASCII characters, without spaces")
		}
	}
	return key, true, nil
}
