package main

import (
	"context"
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the user's browser and returns without waiting for the browser.
func openBrowser(ctx context.Context, address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", address}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	opener := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...) //nolint:gosec // the address is that of this server
	if err := opener.Start(); err != nil {
		return err
	}
	go func() { _ = opener.Wait() }() // the browser itself reports its errors
	return nil
}
