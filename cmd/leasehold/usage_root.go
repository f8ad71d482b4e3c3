package main

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageRootCommand() *cobra.Command {
	var path string
	var signer ed25519.PrivateKey
	return (&dbCommand{
		use:   "root",
		short: "Print one signed root over the usage rows of all keys and the audit log",
		long: `Print one root over the usage rows of all keys and months and over the audit log: for
each chain a line with its number of rows and the hash of its last row, and the
SHA-256 of these lines. --sign adds the signature of an Ed25519 key, which
'openssl genpkey -algorithm ed25519 -out root.pem' creates; the default is no
signature. Keep the file, and publish its line 'root', outside the reach of users who
can write to the database. 'leasehold usage check --root FILE' later proves that no
row was changed or removed.`,
		example: `  leasehold usage root --sign root.pem > 2026-11-24.root
  leasehold usage check --root 2026-11-24.root`,
		flags: func(flags *pflag.FlagSet) {
			flags.StringVar(&path, "sign", "", "sign with the Ed25519 key in this PEM `file` (PKCS #8)")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if path != "" {
				signer, err = readSigner(path)
			}
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			ends, err := o.Ends(ctx)
			if err != nil {
				return err
			}
			_, err = o.out.Write(ends.Root(time.Now(), signer))
			return err
		},
	}).command()
}

// readSigner reads an Ed25519 private key from a file.
func readSigner(path string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, fmt.Errorf("--sign: %w", err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, usageError{fmt.Errorf("--sign: %s is not a PEM file", path)}
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, usageError{errors.Join(fmt.Errorf("--sign: %s is not an Ed25519 key (PKCS #8)", path), err)}
	}
	return key, nil
}

// readRoot reads a root of the usage log from the file of --root.
func readRoot(path string) (*service.Root, error) {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, fmt.Errorf("--root: %w", err)
	}
	root, err := service.ParseRoot(text)
	if err != nil {
		return nil, fmt.Errorf("--root: %w", err)
	}
	return root, nil
}

// describeRoot returns a sentence with the time of a root, its number of chains, and the key that
// signed it.
func describeRoot(r *service.Root) string {
	if r.Key == nil {
		return fmt.Sprintf("Root of %s, %d chains, not signed.", r.Time.Format(time.RFC3339), len(r.Chains))
	}
	der, err := x509.MarshalPKIXPublicKey(r.Key)
	if err != nil { // never happens with an Ed25519 key
		return err.Error()
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return fmt.Sprintf("Root of %s, %d chains, signed by the key\n%s", r.Time.Format(time.RFC3339), len(r.Chains), public[:len(public)-1])
}
