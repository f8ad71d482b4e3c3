package service

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Ends are the ends of all chains at one moment: of the usage rows of each key and month, and of
// the audit log.
type Ends struct {
	From   meter.Month // the first month whose usage is complete; 0 for all
	Audit  ChainEnd    // without a key and a month
	Chains []ChainEnd  // in the order of months and keys
}

// ChainEnd is the number of rows of a chain and the hash of the last one.
type ChainEnd struct {
	KeyID string
	Month meter.Month
	Rows  int64
	Head  Head
}

// rootTitle is the first line of a root and identifies its format.
const rootTitle = "leasehold usage root 1"

// Root returns the text of a root. It contains a line for the end of each chain and a line with the
// hash of these lines. If a signer is given, it also contains the public key of the signer and a
// signature of the line with the hash. That line is short enough to be published.
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

// Root is a parsed root with a valid hash and signature.
type Root struct {
	Ends

	Time time.Time
	Key  ed25519.PublicKey // of the signature; nil without a signature
}

// ParseRoot reads a root. It returns an error unless the hash covers all lines and the signature,
// if any, belongs to the key in the text.
func ParseRoot(text []byte) (*Root, error) {
	covered, rest, found := bytes.Cut(text, []byte("\nroot "))
	covered = append(bytes.Clone(covered), '\n')
	line, rest, _ := bytes.Cut(rest, []byte("\n"))
	if !found || !bytes.HasPrefix(text, []byte(rootTitle+"\n")) {
		return nil, errors.New("not a root as 'leasehold usage root' prints it")
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

// read reads a line that the hash covers.
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

// readSignature reads the key and the signature of a line, if any.
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

// Ends returns the ends of all chains.
func (s *Service) Ends(ctx context.Context) (Ends, error) { return s.upkeep.Ends(ctx) }

// CheckRoot is [Service.Check] that also proves every chain of a root up to its end. Months that
// are no longer stored are omitted.
func (s *Service) CheckRoot(ctx context.Context, root *Root) (Checked, error) {
	now, err := s.upkeep.Ends(ctx)
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
	found, err := s.upkeep.Check(ctx, heads...)
	for _, p := range found.Proven {
		if end := ends[p.Head]; end.KeyID != p.KeyID || end.Month != p.Month || end.Rows != p.Rows {
			found.Differences = append(found.Differences, fmt.Sprintf("root: head %s differs from the head of row %d of key %s, %s", p.Head, end.Rows, end.KeyID, end.Month))
		}
	}
	return found, err
}
