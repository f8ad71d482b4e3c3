package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// devKeyName names the one key that dev makes and rotates.
const devKeyName = "leasehold dev"

func newDevCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Try the service on this machine: a database, a key and a command to copy",
		Long: `Try the service on this machine: a database, a key and a command to copy.

The database is in a folder of your own and stays between runs; each run gives
its one test key a new secret. The server is reachable from this machine only.`,
		Example: `  leasehold dev
  leasehold dev --addr 127.0.0.1:9090 --data ./try`,
		Args: cobra.NoArgs,
		RunE: runDev,
	}
	defineSettings(cmd.Flags(), inDev)
	return cmd
}

func runDev(cmd *cobra.Command, _ []string) error {
	c, err := readSettings(cmd.Flags(), inDev)
	if err != nil {
		return err
	}
	c.console.firstOperates = true
	if c.host != "127.0.0.1" && c.host != "localhost" {
		return usageError{fmt.Errorf("--addr: dev serves this machine only: the host must be 127.0.0.1 or localhost, not %q; 'leasehold serve' has no such limit", c.host)}
	}
	folder, err := dataFolder(c.data)
	if err != nil {
		return err
	}
	c.database = database{file: filepath.Join(folder, "leasehold.db")}
	logFile, err := os.OpenFile(filepath.Join(folder, "leasehold.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600) //nolint:gosec // the user names the folder
	if err != nil {
		return fmt.Errorf("--data: %w", cause(err))
	}
	return errors.Join(serve(cmd.Context(), &server{
		config: c, log: newLog(logFile, c.logLevel), hosts: []string{"localhost", "127.0.0.1"},
		announce: func(ctx context.Context, s *service.Service, publicURL string) error {
			key, err := devKey(ctx, s)
			if err != nil {
				return err
			}
			// To the terminal only: the secret is shown nowhere else.
			_, err = fmt.Fprintf(cmd.OutOrStdout(), devWelcome, publicURL, key.Secret, folder, otherOperations())
			return err
		},
	}), logFile.Close())
}

const devWelcome = `Leasehold is running on this machine.

  console   %[1]s
  reference %[1]s/docs
  errors    %[1]s/docs/errors
  agents    %[1]s/mcp
  key       %[2]s
  data      %[3]s

Compute a lease: 60 monthly payments of 10,000 at 6 %% a year. Copy this into
another terminal:

curl -sS %[1]s/api/v1/compute \
  -H 'Authorization: Bearer %[2]s' \
  -H 'Content-Type: application/json' \
  -d '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}'

The answer holds the liability, the right-of-use asset, the schedule, the
journal entries and why the lease is classified as it is. Replace compute with
the name of another operation: %[4]s.
The key is a test key on the pro plan; the next run gives it a new secret.
Press Ctrl-C to end.
`

// otherOperations names the operations beside compute that read a lease.
func otherOperations() string {
	var names []string
	for _, op := range service.Operations() {
		if op != service.Compute && op.Request == service.Compute.Request {
			names = append(names, op.Name)
		}
	}
	return strings.Join(names, ", ")
}

// devKey gives dev's one key a new secret, or creates the key.
func devKey(ctx context.Context, s *service.Service) (service.IssuedKey, error) {
	keys, err := s.Keys(ctx)
	if err != nil {
		return service.IssuedKey{}, err
	}
	for _, key := range keys {
		if key.Name != devKeyName || !key.Revoked.IsZero() {
			continue
		}
		if key.Plan != meter.Pro {
			if _, err := s.SetPlan(ctx, key.ID, meter.Pro); err != nil {
				return service.IssuedKey{}, err
			}
		}
		return s.RotateKey(ctx, key.ID, 0)
	}
	made, err := s.CreateKeys(ctx, service.KeySpec{Name: devKeyName, Plan: meter.Pro, Mode: apikey.Test})
	if err != nil {
		return service.IssuedKey{}, err
	}
	return made[0], nil
}

// dataFolder returns the folder of dev's database, which only its owner may
// look into.
func dataFolder(given string) (string, error) {
	folder := given
	if folder == "" {
		base, err := userData()
		if err != nil {
			return "", fmt.Errorf("%w; name a folder with --data", err)
		}
		folder = filepath.Join(base, "leasehold")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("--data: %w", err)
	}
	_, err = os.Stat(folder)
	isNew := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("--data: %w", cause(err))
	}
	if isNew || given == "" {
		return folder, os.Chmod(folder, 0o700) //nolint:gosec // a folder needs the bit to be entered
	}
	return folder, nil
}

// userData returns the folder in which the user's programs keep their data.
func userData() (string, error) {
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return os.UserConfigDir()
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}
