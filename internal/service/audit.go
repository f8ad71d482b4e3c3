package service

import (
	"context"
	"iter"
	"time"
)

// AuditEntry says who did what, other than computing. It never has a secret.
type AuditEntry struct {
	Time    time.Time
	Action  string // such as key.create
	Actor   string // the ID of an account or of a key of administration, or Operator
	Subject string // the ID of the key or the account that it was done to, or ""
	Detail  string // such as the new plan
	Address string // of the client; "" for a command on the server
}

// Operator is the actor of commands on the server.
const Operator = "operator"

// Server is the actor of what the server does without a request.
const Server = "server"

// Actor is who asks for a change.
type Actor struct {
	ID      string // of an account or of a key of administration, or Operator
	Address string // of the client; "" for a command on the server
}

// AuditQuery selects entries.
type AuditQuery struct {
	Subject string // "" for all
	Limit   int    // entries at most; 0 for all
}

// Audit keeps the audit log.
type Audit interface {
	// Audit writes entries about what has no transaction of its own. Those about a
	// change are written in its transaction: see [AuditOf].
	Audit(ctx context.Context, entries ...AuditEntry) error
	// AuditLog yields the entries, newest first.
	AuditLog(ctx context.Context, q AuditQuery) iter.Seq2[AuditEntry, error]
}

type (
	actorKey struct{}
	auditKey struct{}
)

// By returns a context whose changes are those of an actor. Doors call it; a change
// in another context is not written to the audit log.
func By(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// Audited returns a context for a change of a store, which writes an entry of the
// context's actor for each subject in the transaction of the change.
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

// AuditOf returns the entries that a store has to write with a change.
func AuditOf(ctx context.Context) []AuditEntry {
	entries, _ := ctx.Value(auditKey{}).([]AuditEntry)
	return entries
}

// AuditLog yields the audit log, newest first.
func (s *Service) AuditLog(ctx context.Context, q AuditQuery) iter.Seq2[AuditEntry, error] {
	return s.audit.AuditLog(ctx, q)
}

// Note writes an entry about what has no transaction of its own. If that fails, the
// log of the process says so.
func (s *Service) Note(ctx context.Context, entry AuditEntry) {
	if err := s.audit.Audit(context.WithoutCancel(ctx), entry); err != nil {
		s.config.Log.ErrorContext(ctx, "audit entry lost", "action", entry.Action, "subject", entry.Subject, "error", err.Error())
	}
}

// audited is [Audited] at the service's time.
func (s *Service) audited(ctx context.Context, action, detail string, subjects ...string) context.Context {
	return Audited(ctx, s.config.Clock(), action, detail, subjects...)
}
