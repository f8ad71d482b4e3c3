package service

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
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

// Operator is the actor of changes made by commands on the server.
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

// Audited returns a context for a store method that makes a change. The change's transaction then writes one
// audit entry for each subject, with the actor from ctx.
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

// AuditOf returns the audit entries in ctx. A store must write them in the change's transaction.
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

func (s *Service) audited(ctx context.Context, action, detail string, subjects ...string) context.Context {
	return Audited(ctx, s.config.Clock(), action, detail, subjects...)
}

// Head is a hash over a usage row and all earlier rows of the same key and month. A copy of the
// head that is stored elsewhere can later prove that these rows are unchanged.
type Head [sha256.Size]byte

// String returns the hash in hexadecimal digits, or "" if the head is zero.
func (h Head) String() string {
	if h == (Head{}) {
		return ""
	}
	return hex.EncodeToString(h[:])
}

// Start returns the leading bytes of the hash, as contained in receipts.
func (h Head) Start() ReceiptHead { return ReceiptHead(h[:len(ReceiptHead{})]) }

// ReceiptHead contains the leading bytes of a [Head].
type ReceiptHead [8]byte

// String returns 16 hexadecimal digits.
func (h ReceiptHead) String() string { return hex.EncodeToString(h[:]) }

// ParseHead parses a head in the form that String returns.
func ParseHead(text string) (h Head, err error) {
	if n, err := hex.Decode(h[:], []byte(text[:min(len(text), 2*len(h))])); err != nil || n != len(h) || len(text) != 2*len(h) {
		return Head{}, fmt.Errorf("%q is not a head; a head has 64 hexadecimal digits", text)
	}
	return h, nil
}

// Proven describes a head that proves that the usage rows up to this head are unchanged.
type Proven struct {
	Head  Head
	KeyID string
	Month meter.Month
	Rows  int64 // number of rows up to the head
	Of    int64 // current number of rows of the same key and month
}

// Ends contains the end of every chain at a single point in time. The usage rows of each key and
// month form one chain, and the entries of the audit log form another. In a chain, each row is
// stored with a hash of itself and of all earlier rows.
type Ends struct {
	From   meter.Month // first month with all its usage rows still stored; 0 if the rows of every month are still stored
	Audit  ChainEnd    // end of the audit log, without a key or month
	Chains []ChainEnd  // ends of the usage chains, ordered by month and key
}

// ChainEnd contains a chain's number of rows and its last row's hash.
type ChainEnd struct {
	KeyID string
	Month meter.Month
	Rows  int64
	Head  Head
}

// rootTitle is the first line of a root and identifies the format.
const rootTitle = "leasehold usage root 1"

// Root returns the text of a root. The text contains one line for the end of each chain, and one line with a hash of
// the preceding lines. If signer is not nil, the text also contains the signer's public key and a signature of the hash
// line. The hash line is short enough to be published.
func (e *Ends) Root(at time.Time, signer ed25519.PrivateKey) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\ntime %s\naudit %d %x\n", rootTitle, at.UTC().Format(time.RFC3339), e.Audit.Rows, e.Audit.Head[:])
	for _, c := range e.Chains {
		fmt.Fprintf(&b, "usage %d %s %d %x\n", c.Month, c.KeyID, c.Rows, c.Head[:])
	}
	line := fmt.Sprintf("root %x\n", sha256.Sum256(b.Bytes()))
	b.WriteString(line)
	if signer != nil {
		public, _ := signer.Public().(ed25519.PublicKey)
		fmt.Fprintf(&b, "key %s\nsignature %s\n", encode(public), encode(ed25519.Sign(signer, []byte(line))))
	}
	return b.Bytes()
}

func encode(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// Root is the parsed text of a root with a valid hash and signature.
type Root struct {
	Ends

	Time time.Time
	Key  ed25519.PublicKey // public key of the signature; nil without a signature
}

// ParseRoot parses the text of a root. It returns an error if the hash does not match the lines, or if the
// signature does not match the public key in the text.
func ParseRoot(text []byte) (*Root, error) {
	covered, rest, found := bytes.Cut(text, []byte("\nroot "))
	covered = append(bytes.Clone(covered), '\n')
	line, rest, _ := bytes.Cut(rest, []byte("\n"))
	if !found || !bytes.HasPrefix(text, []byte(rootTitle+"\n")) {
		return nil, errors.New("is not a root that 'leasehold usage root' printed")
	}
	if string(line) != fmt.Sprintf("%x", sha256.Sum256(covered)) {
		return nil, errors.New("the root was changed: its hash does not match its lines")
	}
	r := &Root{}
	for i, l := range strings.Split(strings.TrimSuffix(string(covered), "\n"), "\n")[1:] {
		if err := r.read(strings.Fields(l)); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return r, r.readSignature(rest, "root "+string(line)+"\n")
}

// read parses one of the lines that the hash covers.
func (r *Root) read(fields []string) (err error) {
	switch {
	case len(fields) == 2 && fields[0] == "time":
		r.Time, err = time.Parse(time.RFC3339, fields[1])
	case len(fields) == 3 && fields[0] == "audit":
		r.Audit, err = readEnd(fields[1], fields[2])
	case len(fields) == 5 && fields[0] == "usage":
		end, problem := readEnd(fields[3], fields[4])
		month, other := strconv.Atoi(fields[1])
		end.Month, end.KeyID = meter.Month(month), fields[2]
		r.Chains, err = append(r.Chains, end), errors.Join(problem, other)
	default:
		err = errors.New("unknown line")
	}
	return err
}

func readEnd(rows, head string) (e ChainEnd, err error) {
	if e.Rows, err = strconv.ParseInt(rows, 10, 64); err != nil || e.Rows == 0 {
		return e, err
	}
	e.Head, err = ParseHead(head)
	return e, err
}

// readSignature verifies the signature of a line. A text without a signature is valid.
func (r *Root) readSignature(text []byte, line string) error {
	if len(text) == 0 {
		return nil
	}
	var key, signature string
	if n, err := fmt.Sscanf(string(text), "key %s\nsignature %s\n", &key, &signature); n != 2 {
		return fmt.Errorf("signature: %w", err)
	}
	public, err := base64.StdEncoding.DecodeString(key)
	if err != nil || len(public) != ed25519.PublicKeySize {
		return errors.New("signature: not an Ed25519 key")
	}
	raw, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || !ed25519.Verify(public, []byte(line), raw) {
		return errors.New("signature: not valid")
	}
	r.Key = public
	return nil
}

// CheckRoot calls [Service.Check], and also proves that every chain in a root is unchanged up to the end
// recorded in the root. It omits months without stored usage rows.
func (s *Service) CheckRoot(ctx context.Context, root *Root) (Checked, error) {
	now, err := s.store.Ends(ctx)
	if err != nil {
		return Checked{}, err
	}
	ends := map[Head]ChainEnd{}
	var heads []Head
	for _, end := range append([]ChainEnd{root.Audit}, root.Chains...) {
		if end.Rows > 0 && (end.Month == 0 || end.Month >= now.From) {
			heads = append(heads, end.Head)
			ends[end.Head] = end
		}
	}
	found, err := s.store.Check(ctx, heads...)
	for _, p := range found.Proven {
		if end := ends[p.Head]; end.KeyID != p.KeyID || end.Month != p.Month || end.Rows != p.Rows {
			found.Differences = append(found.Differences, fmt.Sprintf("root: head %s differs from the head of row %d of key %s, %s", p.Head, end.Rows, end.KeyID, end.Month))
		}
	}
	return found, err
}
