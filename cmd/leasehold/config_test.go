package main

import (
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/console"
)

// configured returns the configuration of a command in the given set, read from arguments and the environment.
func configured(t *testing.T, in commandSet, args ...string) (*config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	defineSettings(flags, in)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	return readSettings(flags, in)
}

// A flag takes precedence over an environment variable, and a variable over the default.
func TestFlagsGoBeforeVariables(t *testing.T) {
	t.Setenv("LEASEHOLD_ADDR", "127.0.0.1:1")
	t.Setenv("LEASEHOLD_MAX_IN_FLIGHT", "7")
	t.Setenv("LEASEHOLD_PUBLIC_URL", "https://leases.example/base/")
	t.Setenv("LEASEHOLD_TRUSTED_PROXIES", "10.0.0.0/8, ::1")
	t.Setenv("LEASEHOLD_COMPRESS", "")
	c, err := configured(t, inServe, "--addr", "127.0.0.1:2", "--metrics-addr", ":9464", "--mcp-origins", "https://a.example, http://b.example:81")
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != "127.0.0.1:2" || c.maxInFlight != 7 || c.publicURL != "https://leases.example/base" || c.keepReplays != 30*24*time.Hour {
		t.Errorf("%+v", c)
	}
	if c.metricsAddr != "127.0.0.1:9464" || c.compress || len(c.mcpOrigins) != 2 || c.mcpOrigins[1] != "http://b.example:81" { // an address without a host means the loopback interface
		t.Errorf("%+v", c)
	}
	if want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}; !slices.Equal(c.trustedProxies, want) {
		t.Errorf("proxies %v", c.trustedProxies)
	}
}

// One error lists all invalid settings from flags and environment variables. The error names each
// setting by its flag.
func TestEveryViolationIsNamed(t *testing.T) {
	t.Setenv("LEASEHOLD_KEEP_REPLAYS", "forever")
	t.Setenv("LEASEHOLD_PUBLIC_URL", "leases.example")
	_, err := configured(t, inServe, "--addr", "8080", "--db", "mysql:x", "--max-in-flight", "0", "--keep-free-replays", "-1s", "--keep-usage", "x",
		"--drain-timeout", "long", "--log-level", "loud", "--tls-cert", "c.pem", "--trusted-proxies", "10.0.0.0/8,proxy",
		"--metrics-addr", "9464", "--compress=often", "--mcp-origins", "https://a.example/path")
	if _, ok := errors.AsType[usageError](err); !ok {
		t.Fatalf("%v is not an error of the command line", err)
	}
	for _, flag := range []string{
		"--addr", "--db", "--public-url", "--tls-cert", "--trusted-proxies", "--max-in-flight", "--keep-replays",
		"--keep-free-replays", "--keep-usage", "--drain-timeout", "--log-level", "--metrics-addr", "--compress", "--mcp-origins",
	} {
		if !strings.Contains(err.Error(), flag+": ") {
			t.Errorf("%s is not named in:\n%v", flag, err)
		}
	}
}

// A command ignores other commands' settings. leasehold dev and leasehold serve have different
// defaults.
func TestSettingsBelongToCommands(t *testing.T) {
	t.Setenv("LEASEHOLD_TLS_CERT", "cert.pem")
	t.Setenv("LEASEHOLD_DB", "sqlite:other.db")
	c, err := configured(t, inDev)
	if err != nil || c.tlsCert != "" || c.database.file != "" || !c.console.signUp || c.console.workbench != console.Public {
		t.Errorf("dev: %+v, %v", c, err)
	}
	t.Setenv("LEASEHOLD_TLS_KEY", "key.pem")
	c, err = configured(t, inServe)
	if err != nil || c.tlsCert != "cert.pem" || c.database.file != "other.db" || c.console.signUp || c.console.workbench != console.SignedIn {
		t.Errorf("serve: %+v, %v", c, err)
	}
	t.Setenv("LEASEHOLD_MAX_IN_FLIGHT", "none")
	if c, err = configured(t, inDatabase); err != nil || c.database.file != "other.db" {
		t.Errorf("a command: %+v, %v", c, err)
	}
}
