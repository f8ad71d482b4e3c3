package client

import "github.com/leasehold-accounting/leasehold/client/answer"

// Answer holds the fields common to all responses.
type Answer struct {
	Body           []byte // the unchanged JSON body
	RequestID      string
	Replay         bool   // repeats an earlier response, and was not billed
	IdempotencyKey string // key under which a later call gets the same response
	Quota          Quota
	Version        string // of the server and its accounting rules
}

// ComputeAnswer is the accounting of a lease. If the server uses the rules of
// this program ([leasehold.RulesRevision]), [leasehold.Recheck] converts its
// Body to a [leasehold.Result], from which files and journals are produced.
type ComputeAnswer struct {
	Answer
	answer.ComputeResponse
}

// ScheduleAnswer is the amortization schedule of a lease.
type ScheduleAnswer struct {
	Answer
	answer.ScheduleResponse
}

// JournalAnswer is the journal of a lease.
type JournalAnswer struct {
	Answer
	answer.JournalResponse
}

// ClassifyAnswer is the classification of a lease.
type ClassifyAnswer struct {
	Answer
	answer.ClassifyResponse
}

// CompareAnswer is a lease under every treatment.
type CompareAnswer struct {
	Answer
	answer.CompareResponse
}

// ReportAnswer is a report on many leases. Its rollforwards foot, and every total is the
// sum of its leases.
type ReportAnswer struct {
	Answer
	answer.ReportResponse
}

// VerifyAnswer reports whether another program's figures agree with the lease, and the causes of
// differences.
type VerifyAnswer struct {
	Answer
	answer.VerifyResponse
}
