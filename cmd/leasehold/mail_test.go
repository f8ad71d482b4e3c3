package main

import (
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

// The command in --mail-command receives a complete message on standard input, and none of the server's
// settings in its environment. If it fails, the error contains its output.
func TestTheMailCommandReceivesAMessage(t *testing.T) {
	t.Setenv("LEASEHOLD_DB", "postgres://app:hunter2@db.example/leasehold")
	dir := t.TempDir()
	script := filepath.Join(dir, "send")
	text := "#!/bin/sh\nenv > " + dir + "/env; cat > " + dir + "/mail; [ \"$1\" = -t ] || { echo no such way >&2; exit 7; }\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	c, err := configured(t, inServe, "--mail-command", script+" -t", "--mail-from", "leases@example.org")
	if err != nil {
		t.Fatal(err)
	}
	m := account.Mail{To: "anna@example.org", Subject: "A new password", Text: "https://leases.example/account/reset?link=x\n"}
	if err := c.mailer()(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	sent, err := os.Open(filepath.Join(dir, "mail"))
	if err != nil {
		t.Fatal(err)
	}
	defer sent.Close() //nolint:errcheck // the file is only read
	message, err := mail.ReadMessage(sent)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"From": "leases@example.org", "To": m.To, "Subject": m.Subject, "Auto-Submitted": "auto-generated"} {
		if got := message.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if _, err := message.Header.Date(); err != nil {
		t.Error(err)
	}
	environment, err := os.ReadFile(filepath.Join(dir, "env"))
	if err != nil || strings.Contains(string(environment), "hunter2") || !strings.Contains(string(environment), "PATH=") {
		t.Errorf("%s, %v", environment, err)
	}
	c.mailCommand = []string{script}
	if err := c.mailer()(t.Context(), m); err == nil || !strings.Contains(err.Error(), "no such way") {
		t.Errorf("%v", err)
	}
	if c.mailCommand = nil; c.mailer() != nil {
		t.Error("without a command something sends")
	}
}
