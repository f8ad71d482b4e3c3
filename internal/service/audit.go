package service

import (
	"context"
	"time"
)

// AuditEntry records a change and its actor. It never contains a secret.
type AuditEntry struct {
	Time    time.Time `json:"time"`
	Action  string    `json:"action"`  // kind of change, such as key.create
	Actor   string    `json:"actor"`   // ID of an account or of an administration key, or Operator, or Server
	Subject string    `json:"subject"` // ID of the changed key or account, or ""
	Detail  string    `json:"detail"`  // further information, such as the new plan
	Address string    `json:"address"` // network address of the client; "" for a command on the server
}

// Operator is the actor of changes by a command on the server.
const Operator = "operator"

// Server is the actor of changes that were not caused by a request.
const Server = "server"

// Actor is the person, key or program that makes a change.
type Actor struct {
	ID      string // ID of an account or of an administration key, or Operator
	Address string // network address of the client; "" for a command on the server
}

// AuditQuery selects entries of the audit log.
type AuditQuery struct {
	Subject string // "" for the entries about all subjects
	Limit   int    // maximum number of entries; 0 for all
}

type (
	actorKey struct{}
	auditKey struct{}
)

// By returns a context for changes made by an actor. Each interface of the service must call it:
// changes without an actor in the context are not written to the audit log.
func By(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// Audited returns a context for a method of a store that makes a change. The transaction of the
// change then writes one audit entry for each subject, with the actor in ctx.
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

// AuditOf returns the audit entries in ctx. A store must write them in the transaction of the
// change.
func AuditOf(ctx context.Context) []AuditEntry {
	entries, _ := ctx.Value(auditKey{}).([]AuditEntry)
	return entries
}

// Note writes an audit entry about an event that changes nothing in the store. If writing fails,
// the error is only logged.
func (s *Service) Note(ctx context.Context, entry AuditEntry) {
	if err := s.store.Audit(context.WithoutCancel(ctx), entry); err != nil {
		s.config.Log.ErrorContext(ctx, "audit entry lost", "action", entry.Action, "subject", entry.Subject, "error", err.Error())
	}
}

// audited calls [Audited] with the current time of the service's clock.
func (s *Service) audited(ctx context.Context, action, detail string, subjects ...string) context.Context {
	return Audited(ctx, s.config.Clock(), action, detail, subjects...)
}
