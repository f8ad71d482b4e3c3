package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

const healthTimeout = 5 * time.Second

func newHealthCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Check that the server on this machine is ready",
		Long: `Check that the server on this machine is ready. The command needs the same settings
and environment variables as the server. Use the command in container images
without a shell. The exit status is 0 if the server accepts requests, and 1 otherwise.`,
		Example: `  leasehold health
  leasehold health --addr 127.0.0.1:9090`,
		Args: cobra.NoArgs,
	}
	return withSettings(cmd, inHealth, func(cmd *cobra.Command, _ []string, c *config) error {
		if err := c.askReady(cmd.Context()); err != nil {
			return err
		}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "ready")
		return err
	})
}

func (c *config) askReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	address := c.localURL(c.addr) + "/readyz"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	// The certificate contains the public host name, but the request uses a local address, so the
	// certificate cannot be verified. The request contains no secret, and only this command uses
	// the response.
	web := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the comment above explains why
	answer, err := web.Do(request)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%s: no response within %v", address, healthTimeout)
		}
		return fmt.Errorf("no server responds: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // the response is only read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: not ready: status %d: %s", address, answer.StatusCode, strings.TrimSpace(string(text)))
	}
	return nil
}

func newDoctorCommand() *cobra.Command { return newDoctorCommandFor(doctor.Examples) }

func newDoctorCommandFor(all func() ([]doctor.Example, error)) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check this program against published examples",
		Long: `Compute the built-in lease examples of standard setters, textbooks and guides, and
compare every figure with its published value. The tolerance for each example allows
for the rounding in its source.`,
		Example:           `  leasehold doctor`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			examples, err := all()
			if err != nil {
				return err
			}
			outcomes := make([]*doctor.Outcome, len(examples))
			failed := 0
			for i := range examples {
				if outcomes[i], err = doctor.Check(&examples[i]); err != nil {
					return err
				}
				if len(outcomes[i].Faults) > 0 {
					failed++
				}
			}
			if err := writePage(cmd.OutOrStdout(), func(p *report.Page) { p.Doctor(outcomes) }); err != nil {
				return err
			}
			if failed > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %d of %d published examples do not match the program's figures\n", failed, len(examples))
				return errReported
			}
			return nil
		},
	}
}
