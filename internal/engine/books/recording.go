package books

import (
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/standard"
)

// recording selects the entries for the rows of a lease. It depends on the recognition exemption,
// the fund and the class.
type recording uint8

// The ways of recording.
const (
	recordOperating recording = iota // one straight-line cost
	recordFinance                    // interest and amortization separately
	recordExempt                     // exempt from recognition: payments and cost (METHOD 12.6)
	recordFund                       // debt service of a governmental fund (METHOD 12.8)
)

// recordingOf returns the recording of the rows of a lease under a class.
func recordingOf(l *lease.Lease, class standard.Class) recording {
	switch {
	case l.Exempt():
		return recordExempt
	case l.InFund():
		return recordFund
	case class == standard.Operating:
		return recordOperating
	}
	return recordFinance
}
