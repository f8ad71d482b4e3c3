package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// scope is a set of commands.
type scope uint8

const (
	inServe scope = 1 << iota
	inDev
	inDatabase // every command that opens the database of --db
	inHealth

	inServers = inServe | inDev
)

// setting describes a setting: a flag --name and a variable LEASEHOLD_NAME.
type setting struct {
	name  string
	kind  string // of its value, as the help calls it; "" if help names it in backquotes
	value string // default; a variable may change it
	dev   string // default of dev, where it has its own
	scope scope
	help  string
	read  func(c *config, text string) error // the error does not repeat the name
}

// settings is the one list of settings, in the order in which violations are
// reported.
var settings = []*setting{
	{
		name: "addr", value: "127.0.0.1:8080", scope: inServers | inHealth, help: "`host:port` to listen on",
		read: (*config).readAddr,
	},
	{
		name: "db", value: "sqlite:leasehold.db", scope: inServe | inDatabase,
		help: "`URL` of the database: sqlite:FILE or postgres://user@host/name",
		read: (*config).readDatabase,
	},
	{
		name: "public-url", scope: inServe, help: "`URL` under which clients know the server (default http://ADDR)",
		read: (*config).readPublicURL,
	},
	{name: "tls-cert", scope: inServe | inHealth, help: "certificate `file` (PEM)", read: keepText(func(c *config) *string { return &c.tlsCert })},
	{name: "tls-key", scope: inServe | inHealth, help: "`file` of the certificate's private key (PEM)", read: keepText(func(c *config) *string { return &c.tlsKey })},
	{
		name: "trusted-proxies", scope: inServe, help: "`addresses` of proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,::1",
		read: (*config).readTrustedProxies,
	},
	{
		name: "mcp-origins", scope: inServe, help: "further `origins` whose web pages may call /mcp, such as https://agents.example",
		read: (*config).readOrigins,
	},
	{
		name: "metrics-addr", scope: inServers,
		help: "`host:port` for Prometheus, separate from the API; a port alone (:9464) is reachable from this machine only (default none)",
		read: (*config).readMetricsAddr,
	},
	{
		name: "otlp-endpoint", scope: inServers, help: "`URL` of an OpenTelemetry collector (OTLP over HTTP) that gets a span for each request",
		read: (*config).readOTLPEndpoint,
	},
	{
		name: "compress", kind: "bool", value: "false", scope: inServers, help: "compress answers for clients that accept it",
		read: truth(func(c *config) *bool { return &c.compress }),
	},
	{
		name: "max-in-flight", kind: "int", value: "1024", scope: inServers, help: "maximum number of concurrent requests; more are refused",
		read: number(func(c *config) *int { return &c.maxInFlight }, 1, 1_000_000),
	},
	{
		name: "plans", scope: inServers | inDatabase,
		help: "`file` of the plans, YAML or JSON (default the published ones, free and pro); servers and commands need the same one",
		read: (*config).readPlans,
	},
	{
		name: "keep-replays", kind: "duration", value: "720h", scope: inServers, help: "how long answers are kept for replay",
		read: span(func(c *config) *time.Duration { return &c.keepReplays }, time.Second),
	},
	{
		name: "keep-free-replays", kind: "duration", value: "24h", scope: inServers, help: "how long answers of free operations are kept for replay",
		read: span(func(c *config) *time.Duration { return &c.keepFreeReplays }, time.Second),
	},
	{
		name: "keep-usage", kind: "int", value: "24", scope: inServers, help: "number of full months for which the usage log is kept",
		read: number(func(c *config) *int { return &c.keepUsageMonths }, 1, 1200),
	},
	{
		name: "drain-timeout", kind: "duration", value: "30s", scope: inServers,
		help: "how long shutdown waits for in-flight requests",
		read: span(func(c *config) *time.Duration { return &c.drainTimeout }, 0),
	},
	{
		name: "log-level", kind: "string", value: "info", scope: inServers, help: "level of the log: debug (every request), info, warn or error",
		read: (*config).readLogLevel,
	},
	{
		name: "console", kind: "bool", value: "true", scope: inServers, help: "serve the web console; --console=false turns it off",
		read: truth(func(c *config) *bool { return &c.console.served }),
	},
	{
		name: "workbench", kind: "string", value: "signed-in", dev: "public", scope: inServers,
		help: "who may use the console's workbench: public, signed-in or off",
		read: (*config).readWorkbench,
	},
	{
		name: "workbench-rate", kind: "int", value: "30", dev: "0", scope: inServers,
		help: "workbench computations per minute and client address; 0 for no limit",
		read: number(func(c *config) *int { return &c.console.perMinute }, 0, 1_000_000),
	},
	{
		name: "signup", kind: "bool", value: "false", dev: "true", scope: inServers, help: "let visitors of the console create accounts",
		read: truth(func(c *config) *bool { return &c.console.signUp }),
	},
	{
		name: "data", scope: inDev, help: "data `folder` (default: a per-user folder for each port)",
		read: keepText(func(c *config) *string { return &c.data }),
	},
	{
		name: "open", kind: "bool", value: "false", scope: inDev, help: "open the console in the browser",
		read: truth(func(c *config) *bool { return &c.open }),
	},
}

// variable names the variable of a setting.
func (s *setting) variable() string {
	return "LEASEHOLD_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// defaultIn returns the default of a setting in a command.
func (s *setting) defaultIn(in scope) string {
	if in == inDev && s.dev != "" {
		return s.dev
	}
	return s.value
}

// textFlag is the flag of a setting. Its value remains text until all settings
// are known, so that every violation can be reported at once.
type textFlag struct{ text, kind string }

// String returns the text.
func (f *textFlag) String() string { return f.text }

// Set keeps the text.
func (f *textFlag) Set(text string) error {
	f.text = text
	return nil
}

// Type names the kind of value for the help.
func (f *textFlag) Type() string { return f.kind }

// defineSettings defines the flags of the settings of a command.
func defineSettings(flags *pflag.FlagSet, in scope) {
	for _, s := range settings {
		if s.scope&in == 0 {
			continue
		}
		kind := s.kind
		if kind == "" {
			kind = "string"
		}
		flag := flags.VarPF(&textFlag{s.defaultIn(in), kind}, s.name, "", s.help)
		if kind == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
}

// readSettings reads the settings of a command: the flags, then the variables,
// then the defaults. The error joins every violation, each with its flag.
func readSettings(flags *pflag.FlagSet, in scope) (config, error) {
	var c config
	var violations []error
	for _, s := range settings {
		if s.scope&in == 0 {
			continue
		}
		if err := s.read(&c, s.textFrom(flags, in)); err != nil {
			violations = append(violations, fmt.Errorf("--%s: %w", s.name, err))
		}
	}
	if (c.tlsCert == "") != (c.tlsKey == "") {
		violations = append(violations, errors.New("--tls-cert: must be given together with --tls-key"))
	}
	if len(violations) > 0 {
		return c, usageError{errors.Join(violations...)}
	}
	return c, nil
}

// textFrom returns the text of a setting.
func (s *setting) textFrom(flags *pflag.FlagSet, in scope) string {
	text, _ := s.source(flags, in)
	return text
}

// source returns the text of a setting and where it comes from: its flag, its
// variable, or "default". An empty variable is none.
func (s *setting) source(flags *pflag.FlagSet, in scope) (text, from string) {
	if flag := flags.Lookup(s.name); flag != nil && flag.Changed {
		return flag.Value.String(), "--" + s.name
	}
	if text := os.Getenv(s.variable()); text != "" {
		return text, s.variable()
	}
	return s.defaultIn(in), "default"
}
