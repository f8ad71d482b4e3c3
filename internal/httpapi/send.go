//go:build !faults

package httpapi

import "github.com/leasehold-accounting/leasehold/internal/admission"

// send writes the body of a response with status 200.
func (w *response) send(body *admission.Output) error {
	_, err := body.WriteTo(w)
	return err
}
