package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Lifetimes of a session: the maximum time without use, and the maximum time since the sign-in.
const (
	SessionIdle     = time.Hour
	SessionLifetime = 12 * time.Hour
	// touchAfter is the minimum time between two updates of a session's time of last use, so that
	// most pages cause no write.
	touchAfter = time.Minute
)

// TokenHash is the SHA-256 digest of a session token or of a link's token. Only the digest is
// stored. A fast hash is safe here, because tokens are long and random.
type TokenHash [sha256.Size]byte

// Session is the session of a browser that has signed in.
type Session struct {
	Hash    TokenHash
	Account string // ID of the account
	Started time.Time
	Seen    time.Time
}

func (s *Session) live(now time.Time) bool {
	return now.Sub(s.Seen) < SessionIdle && now.Sub(s.Started) < SessionLifetime
}

const tokenLen = 32

func newToken() string {
	b := make([]byte, tokenLen)
	_, _ = rand.Read(b) // cannot fail: if the system has no random numbers, the program ends
	return base64.RawURLEncoding.EncodeToString(b)
}

func sum(token string) TokenHash { return sha256.Sum256([]byte(token)) }
