package main

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/mail"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

// readMailCommand splits the value of --mail-command into the command and its arguments at spaces.
// Quotation marks have no special meaning, so a command that needs them must be in a script.
func (c *config) readMailCommand(text string) error {
	c.mailCommand = strings.Fields(text)
	if len(c.mailCommand) == 0 {
		return nil
	}
	if _, err := exec.LookPath(c.mailCommand[0]); err != nil {
		return fmt.Errorf("%q is not a program that can be run", c.mailCommand[0])
	}
	return nil
}

func (c *config) readMailFrom(text string) error {
	if text == "" {
		return nil
	}
	if _, err := mail.ParseAddress(text); err != nil {
		return fmt.Errorf("%q is not an address such as leases@example.org", text)
	}
	c.mailFrom = text
	return nil
}

func (c *config) mailer() func(context.Context, account.Mail) error {
	if c.mailCommand == nil {
		return nil
	}
	return func(ctx context.Context, m account.Mail) error {
		cmd := exec.CommandContext(ctx, c.mailCommand[0], c.mailCommand[1:]...) //nolint:gosec // the operator chooses the command
		cmd.Stdin = bytes.NewReader(c.message(m))
		cmd.Env = slices.DeleteFunc(os.Environ(), func(line string) bool {
			return strings.HasPrefix(line, variablePrefix) // the mail command must not receive the database password
		})
		output, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("--mail-command %s: %w: %.200s", c.mailCommand[0], err, bytes.TrimSpace(output))
		}
		return nil
	}
}

// message returns a mail as text for the standard input of a mail program. Account addresses are already
// validated, so they contain no character that could add a header.
func (c *config) message(m account.Mail) []byte {
	var b bytes.Buffer
	if c.mailFrom != "" {
		fmt.Fprintf(&b, "From: %s\n", c.mailFrom)
	}
	fmt.Fprintf(&b, "To: %s\nSubject: %s\nDate: %s\n", m.To, mime.QEncoding.Encode("utf-8", m.Subject), time.Now().Format(time.RFC1123Z))
	b.WriteString("MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\nAuto-Submitted: auto-generated\n\n")
	b.WriteString(m.Text)
	return b.Bytes()
}
