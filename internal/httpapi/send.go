//go:build !faults

package httpapi

import (
	"context"
	"errors"
)

// send writes the body of a success, with the header in one write where the
// connection can.
func (w *response) send(ctx context.Context, body []byte) error {
	c, _ := ctx.Value(connKey{}).(*conn)
	if c == nil {
		_, err := w.Write(body)
		return err
	}
	c.hold()
	_, err := w.Write(body)
	return errors.Join(err, c.release())
}
