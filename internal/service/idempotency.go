package service

// IdempotencyKeyField names the Idempotency-Key in errors. Doors where it has
// another name use [Error.Rename].
const IdempotencyKeyField = "Idempotency-Key"

const maxIdempotencyKeyLen = 255

// claimOf reads the values of an Idempotency-Key and returns its claim, or nil
// if there are none.
func claimOf(values []string) (*Claim, error) {
	switch len(values) {
	case 0:
		return nil, nil //nolint:nilnil // no key and no mistake
	case 1:
	default:
		return nil, Invalid(IdempotencyKeyField, "must be sent once")
	}
	key := values[0]
	if key == "" || len(key) > maxIdempotencyKeyLen {
		return nil, Invalid(IdempotencyKeyField, "must have 1 to 255 characters")
	}
	for i := range len(key) {
		if key[i] < '!' || key[i] > '~' {
			return nil, Invalid(IdempotencyKeyField, "must consist of visible ASCII characters, without spaces")
		}
	}
	return &Claim{IdempotencyKey: key}, nil
}
