package service

import (
	"bytes"
	"crypto/sha256"
)

// A file is not kept for replay, only its digest: a workbook of 1,200 months has
// 0.8 MB, and the stored request makes it again. digestMark begins a digest; what
// [pack] packs never begins so.
const digestMark = "sha256:"

// digestOf returns what is stored of a file.
func digestOf(file []byte) []byte {
	sum := sha256.Sum256(file)
	return append([]byte(digestMark), sum[:]...)
}

// isDigest reports whether stored is the digest of a file.
func isDigest(stored []byte) bool {
	return len(stored) == len(digestMark)+sha256.Size && bytes.HasPrefix(stored, []byte(digestMark))
}

// otherVersion is what a caller is told whose file can no longer be made as it
// was: the answer would have other bytes than the first one.
func otherVersion() *Error {
	return &Error{
		Code: InternalError,
		Message: "The file was first made by another version of this program, and this one makes it with other bytes. " +
			"Nothing was billed. Ask for it with a new Idempotency-Key.",
	}
}
