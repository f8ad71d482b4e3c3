//go:build !faults

package httpapi

import (
	"context"
	"errors"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

// send writes a body with status 200, in the same write as the header if the connection supports it.
func (w *response) send(ctx context.Context, body *admission.Output) error {
	c, _ := ctx.Value(connKey{}).(*conn)
	if c == nil {
		_, err := body.WriteTo(w)
		return err
	}
	c.hold()
	_, err := body.WriteTo(w)
	return errors.Join(err, c.release())
}
