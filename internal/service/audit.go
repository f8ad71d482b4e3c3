package service

import (
	"context"
	"iter"
	"time"
)

// AuditEntry records a change and its actor. It never contains a secret.
type AuditEntry struct {
	Time    time.Time `json:"time"`
	Action  string    `json:"action"`  // such as key.create
	Actor   string    `json:"actor"`   // ID of an account or an administration key, or Operator
	Subject string    `json:"subject"` // ID of the key or account that changed, or ""
	Detail  string    `json:"detail"`  // such as the new plan
	Address string    `json:"address"` // of the client; "" for a command on the server
}

// Operator is the actor of commands on the server.
const Operator = "operator"

// Server is the actor of changes that no request caused.
const Server = "server"

// Actor is the originator of a change.
type Actor struct {
	ID      string // of an account or an administration key, or Operator
	Address string // of the client; "" for a command on the server
}

// AuditQuery selects entries.
type AuditQuery struct {
	Subject string // "" for all
	Limit   int    // entries at most; 0 for all
}

// Audit stores the audit log.
type Audit interface {
	// Audit writes entries about events without a transaction. Entries about a change are written
	// in its transaction; see [AuditOf].
	Audit(ctx context.Context, entries ...AuditEntry) error
	// AuditLog yields the entries, newest first.
	AuditLog(ctx context.Context, q AuditQuery) iter.Seq2[AuditEntry, error]
}

type (
	actorKey struct{}
	auditKey struct{}
)

// By returns a context for changes of an actor. Interfaces call it; changes in other contexts are
// not written to the audit log.
func By(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// Audited returns a context for a change of a store. The transaction of the change writes one entry
// of the context's actor per subject.
func Audited(ctx context.Context, at time.Time, action, detail string, subjects ...string) context.Context {
	actor, ok := ctx.Value(actorKey{}).(Actor)
	if !ok {
		return ctx
	}
	entries := make([]AuditEntry, len(subjects))
	for i, subject := range subjects {
		entries[i] = AuditEntry{Time: at, Action: action, Actor: actor.ID, Subject: subject, Detail: detail, Address: actor.Address}
	}
	return context.WithValue(ctx, auditKey{}, entries)
}

// AuditOf returns the entries that a store must write with a change.
func AuditOf(ctx context.Context) []AuditEntry {
	entries, _ := ctx.Value(auditKey{}).([]AuditEntry)
	return entries
}

// AuditLog yields the audit log, newest first.
func (s *Service) AuditLog(ctx context.Context, q AuditQuery) iter.Seq2[AuditEntry, error] {
	return s.audit.AuditLog(ctx, q)
}

// Note writes an entry about an event without a transaction. If that fails, the error is logged.
func (s *Service) Note(ctx context.Context, entry AuditEntry) {
	if err := s.audit.Audit(context.WithoutCancel(ctx), entry); err != nil {
		s.config.Log.ErrorContext(ctx, "audit entry lost", "action", entry.Action, "subject", entry.Subject, "error", err.Error())
	}
}

// audited is [Audited] at the time of the service's clock.
func (s *Service) audited(ctx context.Context, action, detail string, subjects ...string) context.Context {
	return Audited(ctx, s.config.Clock(), action, detail, subjects...)
}
