//go:build !faults

package httpapi

// send writes the body of a success.
func (w *response) send(body []byte) error {
	_, err := w.Write(body)
	return err
}
