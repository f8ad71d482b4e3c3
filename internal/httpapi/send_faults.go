//go:build faults

package httpapi

import (
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/fault"
)

// send writes the body of a success in two parts. Fault points before and between the parts let
// tests end the process or the connection there.
func (w *response) send(output *admission.Output) error {
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
