package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

// Key is an API key with its secret, as `keys create --json` prints it.
type Key struct {
	ID, Key, Plan, Mode, Name string
}

// CreateKeys creates several keys with the same plan and mode in a database.
func (b Binary) CreateKeys(ctx context.Context, db, plan, mode, name string, count int) ([]Key, error) {
	args := []string{"keys", "create", "--db", db, "--plan", plan, "--mode", mode, "--name", name, "--json"}
	if count > 1 {
		args = append(args, "--count", strconv.Itoa(count))
	}
	out, err := b.Run(ctx, args...)
	if err != nil {
		return nil, err
	}
	if out.Code != 0 {
		return nil, fmt.Errorf("keys create: exit status %d: %s", out.Code, out.Stderr)
	}
	keys, err := DecodeKeys(out.Stdout)
	if err == nil && len(keys) != count {
		err = fmt.Errorf("keys create --count %d: %d keys", count, len(keys))
	}
	return keys, err
}

// DecodeKeys decodes the object or array that a keys command prints. Any other text on standard
// output is an error, because scripts read it.
func DecodeKeys(stdout string) ([]Key, error) {
	text := bytes.TrimSpace([]byte(stdout))
	if !bytes.HasPrefix(text, []byte("[")) {
		text = append(append([]byte("["), text...), ']')
	}
	var keys []Key
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, fmt.Errorf("not one JSON object or array of keys: %w in %.200q", err, stdout)
	}
	return keys, nil
}
