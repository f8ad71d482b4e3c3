package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

// These constants are the minimum and maximum length of a password in characters. The maximum bounds the hashing time.
const (
	MinPasswordLen = 8
	MaxPasswordLen = 128
)

// Cost contains the argon2id parameters. Every stored hash contains the parameters it was computed with, so
// existing passwords remain valid if DefaultCost changes.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// DefaultCost is the second recommended option of RFC 9106: 64 MiB and three passes.
var DefaultCost = Cost{MemoryKiB: 64 << 10, Passes: 3}

const (
	saltLen = 16
	hashLen = 32
	// hashesWaiting is the maximum number of passwords that are being hashed or waiting.
	hashesWaiting = 18
	// hashOwner identifies all password hashing as one owner in package admission. An owner occupies at most
	// half of the worker slots for long work. On a machine with two processors, this is one slot.
	hashOwner = -1
)

type hasher struct {
	cost    Cost
	limits  *admission.Limits
	waiting chan struct{}
}

func newHasher(cost Cost, limits *admission.Limits) *hasher {
	return &hasher{cost: cost, limits: limits, waiting: make(chan struct{}, hashesWaiting)}
}

// work hashes a password on a worker slot. The error is ErrBusy if too many passwords are waiting.
func (h *hasher) work(ctx context.Context, password string, salt []byte, cost Cost) (sum []byte, err error) {
	select {
	case h.waiting <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	defer func() { <-h.waiting }()
	err = h.limits.On(ctx, hashOwner, admission.Long, func(context.Context) error {
		sum = argon2.IDKey([]byte(password), salt, cost.Passes, cost.MemoryKiB, 1, hashLen)
		return nil
	})
	switch {
	case errors.Is(err, admission.ErrBusy):
		return nil, ErrBusy
	case err != nil:
		return nil, fmt.Errorf("password: %w", err)
	}
	return sum, nil
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLen)
	_, _ = rand.Read(salt) // cannot fail: if the system has no random numbers, the program ends
	sum, err := h.work(ctx, password, salt, h.cost)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, h.cost.MemoryKiB, h.cost.Passes,
		b64.EncodeToString(salt), b64.EncodeToString(sum)), nil
}

// matches reports whether hash is the hash of password. If an account does not exist, its empty hash never matches, but
// the check takes as long as for an existing account. A password far longer than the maximum never matches either.
func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	if len(password) > utf8.UTFMax*MaxPasswordLen {
		password, hash = "", ""
	}
	salt, want, cost := make([]byte, saltLen), []byte(nil), h.cost
	if hash != "" {
		var err error
		if salt, want, cost, err = parseHash(hash); err != nil {
			return false, err
		}
	}
	sum, err := h.work(ctx, password, salt, cost)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(sum, want) == 1, nil
}

func parseHash(hash string) (salt, sum []byte, cost Cost, err error) {
	parts := strings.Split(hash, "$")
	var version, lanes int
	if len(parts) != 6 || parts[1] != "argon2id" {
		return nil, nil, cost, fmt.Errorf("password: a stored hash is not an argon2id hash")
	}
	if _, err = fmt.Sscanf(parts[2], "v=%d", &version); err == nil {
		_, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.MemoryKiB, &cost.Passes, &lanes)
	}
	if err != nil || version != argon2.Version || lanes != 1 {
		return nil, nil, cost, fmt.Errorf("password: a stored hash has unknown parameters")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil {
		return nil, nil, cost, fmt.Errorf("password: a stored hash is damaged: %w", err)
	}
	return salt, sum, cost, nil
}

// CheckPassword validates a new password. The password needs a minimum length but no particular
// kinds of characters. Commonly guessed passwords are rejected.
func CheckPassword(password, email string) error {
	n := utf8.RuneCountInString(password)
	switch {
	case !utf8.ValidString(password) || n < MinPasswordLen || n > MaxPasswordLen:
		return &Refusal{"password", fmt.Sprintf("must have %d to %d characters", MinPasswordLen, MaxPasswordLen)}
	case isCommon(password, email):
		return &Refusal{"password", "is too common; choose a longer password, such as four unrelated words"}
	}
	return nil
}

// isCommon reports whether a password is easily guessed: a common word with added digits, a
// sequence or repetition of characters, a date, or part of the e-mail address.
func isCommon(password, email string) bool {
	lower, decoration := strings.ToLower(password), func(r rune) bool { return !unicode.IsLetter(r) }
	// A symbol may replace a letter of the word, or precede or follow the word.
	var bare []string
	for _, word := range []string{
		lower, strings.TrimRightFunc(lower, decoration), strings.TrimLeftFunc(lower, decoration), strings.TrimFunc(lower, decoration),
	} {
		bare = append(bare, strings.Map(unleet, word))
	}
	if strings.Contains(lower, Folded(email)) && email != "" || slices.Contains(strings.Fields(commonPasswords), lower) {
		return true
	}
	local, domain, _ := strings.Cut(Folded(email), "@")
	host, _, _ := strings.Cut(domain, ".")
	for _, word := range append(strings.Fields(commonWords), local, host) {
		word = strings.Map(unleet, word)
		if len(word) >= 3 && (slices.Contains(bare, word) || slices.Contains(bare, word+word)) {
			return true
		}
	}
	return isRun(lower) || isDoubled(lower) || isDay(lower)
}

// isDoubled reports whether every character of text is repeated immediately, as in 11112222.
func isDoubled(text string) bool {
	runs, last := 0, rune(-1)
	for _, r := range text {
		if r != last {
			runs, last = runs+1, r
		}
	}
	return runs <= utf8.RuneCountInString(text)/2
}

// isDay reports whether text is a date with a four-digit year, with or without separators between day, month and year.
func isDay(text string) bool {
	for _, layout := range []string{"20060102", "02012006", "01022006", "2006-01-02", "02.01.2006", "01/02/2006"} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}

// commonPasswords lists commonly guessed passwords that are not based on commonWords.
const commonPasswords = `qwer1234 a1b2c3d4 a1b2c3d4e5 abcd1234 asdf1234 aa123456 aa12345678 1234qwer 1234abcd 123qwe123 q1w2e3r4 qaz12345 zxcv1234 1a2b3c4d
	1q2w3e4r qweasd123 asd12345 abc12345 a12345678 123456789a 12345678a 1qaz1qaz qazwsx123 147258369 159753123 741852963 789456123 963852741 987654321a
	p@ssw0rd1 pa55word1 trustno1 x12345678 zaq1zaq1 z1x2c3v4 qwe123456 qwerty12 asdqwe123 112233445566 123321123 456456456 123123123`

// unleet returns the letter that a digit or symbol replaces in passwords, such as e for 3.
func unleet(r rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '!', '|':
		return 'i'
	case '3':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7':
		return 't'
	}
	return r
}

// isRun reports whether text repeats a short sequence or is a section of a row in keyboardRows.
func isRun(text string) bool {
	for size := 1; size <= len(text)/2 && size <= 4; size++ {
		if strings.HasPrefix(strings.Repeat(text[:size], len(text)/size+1), text) {
			return true
		}
	}
	reversed := []byte(text)
	slices.Reverse(reversed)
	for row := range strings.FieldsSeq(keyboardRows) {
		if strings.Contains(row, text) || strings.Contains(row, string(reversed)) {
			return true
		}
	}
	return false
}

const keyboardRows = `0123456789012345678901234567890 abcdefghijklmnopqrstuvwxyzabcdefgh qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm
	azertyuiopqsdfghjklmwxcvbn 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik 1q2w3e4r5t6y7u8i9o0p qazwsxedcrfvtgbyhnujmikolp zaq12wsxcde34rfvbgt56yhn
	q1w2e3r4t5y6u7i8o9p0 asdfqwerzxcv qweasdzxcrtyfghvbn`

// commonWords lists words that are frequent in passwords, often with added digits or symbols.
const commonWords = `password passwort passw passwd motdepasse contrasena senha wachtwoord parola heslo haslo letmein welcome bienvenue
	willkommen admin administrator root login user guest test testing tester demo sample example default changeme secret private qwerty
	qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou loveyou lovely love monkey dragon sunshine princess football
	baseball basketball soccer hockey superman batman spiderman master shadow michael jordan michelle jessica jennifer ashley daniel
	charlie thomas george robert andrew joshua matthew william anthony hunter ranger buster killer pepper ginger cookie cheese banana
	orange apple summer winter spring autumn monday friday january february march april june july august september october november
	december starwars pokemon freedom whatever trustno trustnoone hello helloworld computer internet samsung google facebook twitter
	linkedin microsoft windows apple iphone android london paris berlin england america canada mexico germany france liverpool chelsea
	arsenal barcelona madrid juventus flower purple silver golden diamond crystal angel angels jesus christ heaven blessed forever
	family mother father sister brother baby babygirl sweetie honey chocolate butterfly mustang ferrari porsche corvette harley yamaha
	mercedes tigger snoopy mickey maggie bailey sophie buddy lucky money dollar business company office finance account accounting
	accountant lease leasehold leases ledger audit auditor budget balance invoice payment abc abcd abcde abcdef abcdefgh access
	pass passme letme letmepass opensesame supersecret topsecret security secure system server database oracle manager nothing
	something anything everything matrix phoenix thunder tiger lion eagle falcon panther wolf bear horse dolphin jaguar cowboy
	cowboys yankees lakers eagles steelers packers ncc startrek nintendo playstation xbox minecraft fortnite zelda naruto`
