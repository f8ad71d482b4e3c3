package client

import "github.com/leasehold-accounting/leasehold/client/answer"

// Answer contains the parts that all server responses have in common.
type Answer struct {
	Body           []byte // the JSON text of the response, unchanged
	RequestID      string
	Replay         bool   // whether the response repeats an earlier response and was therefore not billed
	IdempotencyKey string // Idempotency-Key of the call; a later call with the same key and request gets the same response
	Quota          Quota
	Version        string // version of the server and revision of its accounting rules
}

// ComputeAnswer is the response of [Client.Compute]: the accounting of a lease. If the server has
// the same [leasehold.RulesRevision] as this program, [leasehold.Recheck] derives the
// [leasehold.Result] from Body. The packages that write files and journals accept this result.
type ComputeAnswer struct {
	Answer
	answer.ComputeResponse
}

// ScheduleAnswer is the response of [Client.Schedule]: the amortization schedule of a lease.
type ScheduleAnswer struct {
	Answer
	answer.ScheduleResponse
}

// JournalAnswer is the response of [Client.JournalEntries]: the journal entries of a lease.
type JournalAnswer struct {
	Answer
	answer.JournalResponse
}

// ClassifyAnswer is the response of [Client.Classify]: the classification of a lease.
type ClassifyAnswer struct {
	Answer
	answer.ClassifyResponse
}

// CompareAnswer is the response of [Client.Compare]: a lease under several accounting treatments.
type CompareAnswer struct {
	Answer
	answer.CompareResponse
}

// ReportAnswer is the response of [Client.Report]: a report on many leases. In each rollforward,
// the opening balance and the movements add up to the closing balance. Every total is the sum of
// the leases' amounts.
type ReportAnswer struct {
	Answer
	answer.ReportResponse
}

// VerifyAnswer is the response of [Client.Verify]: whether another program's figures agree with the
// lease, and the causes of any differences.
type VerifyAnswer struct {
	Answer
	answer.VerifyResponse
}
