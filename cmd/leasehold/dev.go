package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

const (
	devKeyName = "leasehold dev" // name of the API key that leasehold dev creates
	devKeyFile = "key"           // name of the file, next to the database, that contains this key's secret
	devPort    = "8080"          // default port of leasehold dev
)

func newDevCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Try the service on this machine with a test database, a test key and a sample command",
		Long: `Try the service on this machine with a test database, a test key and a sample command.

The database and its test key are in a per-user directory and persist between runs,
so configured clients keep working. A server on another port has a separate database
and key, in a directory named after the port. The server is reachable from this
machine only.`,
		Example: `  leasehold dev
  leasehold dev --open
  leasehold dev --addr 127.0.0.1:9090
  leasehold dev --addr 127.0.0.1:9090 --data ./try`,
		Args: cobra.NoArgs,
	}
	return withSettings(cmd, inDev, runDev)
}

func runDev(cmd *cobra.Command, _ []string, c *config) error {
	warnUnknownVariables(cmd)
	c.console.firstOperates = true
	c.console.signUpsADay = -1 // no limit, because the server runs on the user's machine
	if c.host != "127.0.0.1" && c.host != "localhost" {
		return usageError{fmt.Errorf("--addr: the host must be 127.0.0.1 or localhost, not %q, because 'leasehold dev' serves only this machine; 'leasehold serve' has no such restriction", c.host)}
	}
	folder, err := dataFolder(c.data, c.addr)
	if err != nil {
		return err
	}
	c.database = database{file: filepath.Join(folder, "leasehold.db")}
	logFile, err := os.OpenFile(filepath.Join(folder, "leasehold.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600) //nolint:gosec // the user chooses the folder
	if err != nil {
		return fmt.Errorf("--data: %s: %w", folder, cause(err))
	}
	var secret string // set before the server responds to requests
	return errors.Join(serve(cmd.Context(), &server{
		config: *c, log: newLog(logFile, c.logLevel), hosts: []string{"localhost", "127.0.0.1"}, tryKey: func() string { return secret },
		announce: func(ctx context.Context, s *service.Service, publicURL string) error {
			keyFile := filepath.Join(folder, devKeyFile)
			key, err := devKey(ctx, s, keyFile)
			if err != nil {
				return err
			}
			secret = key.Secret
			if c.open {
				if err := openBrowser(ctx, publicURL); err != nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: --open: %v; open %s in a browser\n", err, publicURL)
				}
			}
			// The secret is printed only on the terminal, and is never logged.
			_, err = fmt.Fprintf(cmd.OutOrStdout(), devWelcome, publicURL, key.Secret, folder, setVariable(keyVariable, key.Secret), key.Plan, keyFile)
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

To run the commands in the documentation, copy this line into another terminal:

%[4]s

Compute a lease: 60 monthly payments of 10,000 at 6%% a year.

curl -sS %[1]s/api/v1/compute \
  -H 'Authorization: Bearer %[2]s' \
  -H 'Content-Type: application/json' \
  -d '{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}'

The response contains the liability, the right-of-use asset, the schedule, the
journal entries and the reasons for the classification. Replace compute with the
name of another operation: schedule, journal-entries or classify.
The key is a test key on the %[5]s plan. It is the same in every run, because its
secret is stored in %[6]s.
Press Ctrl-C to stop.
`

func setVariable(name, value string) string {
	if runtime.GOOS == "windows" {
		return fmt.Sprintf(`$env:%s = "%s"`, name, value) // the user's shell is PowerShell
	}
	return "export " + name + "=" + value
}

// devKey returns the key with the secret in keyFile. It replaces an invalid key or secret.
func devKey(ctx context.Context, s *service.Service, keyFile string) (service.IssuedKey, error) {
	kept, err := os.ReadFile(keyFile) //nolint:gosec // the file is in the user's own folder
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return service.IssuedKey{}, fmt.Errorf("--data: %s: %w", keyFile, cause(err))
	}
	secret := strings.TrimSpace(string(kept))
	key, leave, err := s.Identify(ctx, secret)
	if err == nil {
		leave()
		return service.IssuedKey{Key: key, Secret: secret}, nil
	}
	if service.AsError(err).Code != service.InvalidKey {
		return service.IssuedKey{}, err
	}
	issued, err := renewDevKey(ctx, s)
	if err != nil {
		return service.IssuedKey{}, err
	}
	if err := os.WriteFile(keyFile, []byte(issued.Secret+"\n"), 0o600); err != nil {
		return service.IssuedKey{}, fmt.Errorf("--data: %s: %w", keyFile, cause(err))
	}
	return issued, nil
}

func renewDevKey(ctx context.Context, s *service.Service) (service.IssuedKey, error) {
	keys, err := s.Keys(ctx)
	if err != nil {
		return service.IssuedKey{}, err
	}
	for _, key := range keys {
		if key.Name == devKeyName && key.Revoked.IsZero() {
			return s.RotateKey(ctx, key.ID, 0)
		}
	}
	plan := meter.Pro
	if s.CheckPlan(plan) != nil { // if this plan does not exist, use the largest plan of --plans
		names := s.Plans()
		plan = names[len(names)-1]
	}
	made, err := s.CreateKeys(ctx, service.KeySpec{Name: devKeyName, Plan: plan, Mode: apikey.Test})
	if err != nil {
		return service.IssuedKey{}, err
	}
	return made[0], nil
}

// dataFolder creates the user's chosen directory, if necessary, and returns its absolute path. If the user has
// chosen no directory, the directory is in the user's data directory and depends on the port in addr. Only the
// owner has access to a directory that dataFolder has chosen or created.
func dataFolder(given, addr string) (string, error) {
	folder := given
	if folder == "" {
		base, err := userData()
		if err != nil {
			return "", fmt.Errorf("%w; name a folder with --data", err)
		}
		folder = filepath.Join(base, "leasehold")
		if _, port, _ := net.SplitHostPort(addr); port != devPort && port != "0" {
			folder = filepath.Join(folder, "port-"+port)
		}
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("--data: %s: %w", given, err)
	}
	_, err = os.Stat(folder)
	isNew := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("--data: %s: %w", folder, cause(err))
	}
	if isNew || given == "" {
		return folder, os.Chmod(folder, 0o700) //nolint:gosec // a directory requires the execute permission
	}
	return folder, nil
}

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

func openBrowser(ctx context.Context, address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", address}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	opener := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...) //nolint:gosec // the address is this server's own
	if err := opener.Start(); err != nil {
		return err
	}
	go func() { _ = opener.Wait() }() // the browser shows its own errors
	return nil
}
