//go:build faults

package httpapi

import (
	"context"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/fault"
)

// send writes the body of a successful response in two parts, with fault points at which tests end
// the process or the connection.
func (w *response) send(_ context.Context, output *admission.Output) error {
	body := output.Bytes()
	half := len(body) / 2
	for _, part := range []struct {
		point string
		bytes []byte
	}{{fault.FirstByteBefore, body[:half]}, {fault.MidBody, body[half:]}} {
		if fault.Point(part.point) != nil {
			panic(http.ErrAbortHandler)
		}
		if _, err := w.Write(part.bytes); err != nil {
			return err
		}
		w.Flush()
	}
	return nil
}
