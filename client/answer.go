package client

import "github.com/leasehold-accounting/leasehold/client/answer"

// Answer is what all answers have in common.
type Answer struct {
	Body           []byte // as it came, figures in the server's own digits
	RequestID      string
	Replay         bool   // repeats an earlier answer, and was billed 0
	IdempotencyKey string // under which a later call gets the same answer
	Quota          Quota
	Version        string // of the server and its accounting rules
}

// ComputeAnswer is the whole accounting of a lease. Where the server has the rules of
// this program ([leasehold.RulesRevision]), [leasehold.Recheck] makes a
// [leasehold.Result] of its Body, from which files and journals are made.
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

// CompareAnswer is one lease under every treatment.
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

// VerifyAnswer says whether somebody else's figures agree, and why not.
type VerifyAnswer struct {
	Answer
	answer.VerifyResponse
}
