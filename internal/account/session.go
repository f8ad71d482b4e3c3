package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Lifetimes of a session: it ends when it has not been used for a while, and at the latest after a
// working day.
const (
	SessionIdle     = time.Hour
	SessionLifetime = 12 * time.Hour
	// touchAfter is the minimum time between two updates of a session's last use, so that not every
	// page writes to the store.
	touchAfter = time.Minute
)

// TokenHash is the SHA-256 of a session token, which is the only stored form of the token. Tokens
// are long and random.
type TokenHash [sha256.Size]byte

// Session is the session of a browser that has signed in.
type Session struct {
	Hash    TokenHash
	Account string // ID
	Started time.Time
	Seen    time.Time
}

// live reports whether the session has not expired.
func (s *Session) live(now time.Time) bool {
	return now.Sub(s.Seen) < SessionIdle && now.Sub(s.Started) < SessionLifetime
}

const tokenLen = 32

func newToken() string {
	b := make([]byte, tokenLen)
	_, _ = rand.Read(b) // never fails: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(b)
}

func sum(token string) TokenHash { return sha256.Sum256([]byte(token)) }
