package service

import (
	"bytes"
	"crypto/sha256"

	"github.com/leasehold-accounting/leasehold"
)

// fingerprintVersion changes whenever an equal lease would get another sum: a
// new field in the normalized lease is enough.
const fingerprintVersion = 1

// jsonFormat names the form of the answer, which is part of what makes two
// requests the same.
const jsonFormat = "json"

// Fingerprint tells whether two requests are the same: white space, the order
// of members, 12 or 12.0 and a default spelled out make no difference, any
// changed value does.
type Fingerprint struct {
	Version int
	Sum     [sha256.Size]byte
}

// fingerprint returns the fingerprint of a request as it is kept: a normalized
// lease, after the name of the file that was asked for.
func fingerprint(request []byte) Fingerprint {
	h := sha256.New()
	if file, _ := undescribe(request); file == nil {
		h.Write([]byte(jsonFormat + "\n")) // a hash never fails to write
	}
	h.Write(request)
	f := Fingerprint{Version: fingerprintVersion}
	h.Sum(f.Sum[:0])
	return f
}

// sameRequest reports whether record answers the request of claim. Sums of one
// version were compared by the store already; one of another version is made
// anew from the lease that was stored, so that an honest retry across an
// upgrade still matches.
func sameRequest(record *StoredAnswer, claim *Claim) bool {
	if record.Fingerprint.Version == claim.Fingerprint.Version {
		return record.Fingerprint == claim.Fingerprint
	}
	format, text := undescribe(record.Lease)
	lease, err := leasehold.Decode(text)
	if err != nil {
		return false
	}
	return bytes.Equal(append(bytes.Clone(format), lease.Append(nil)...), claim.Lease)
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
