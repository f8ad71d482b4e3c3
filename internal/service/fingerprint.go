package service

import (
	"bytes"
	"crypto/sha256"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// fingerprintVersion changes whenever an equal request would get another sum: a
// new field in the normalized request is enough.
const fingerprintVersion = 1

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
// version were compared by the store already; under another version the stored
// request is read and normalized again, by today's rules.
func sameRequest(op *operations.Operation, first *StoredAnswer, claim *Claim) bool {
	if first.Fingerprint.Version == claim.Fingerprint.Version {
		return first.Fingerprint == claim.Fingerprint
	}
	task, err := op.Read(first.Request)
	return err == nil && first.Format == claim.Format && bytes.Equal(task.Normalize(nil), claim.Request)
}
