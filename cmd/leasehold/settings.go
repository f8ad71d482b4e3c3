package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// commandSet is a set of commands with common settings.
type commandSet uint8

const (
	inServe commandSet = 1 << iota
	inDev
	inDatabase // all commands that open the --db database
	inHealth
	inLink  // the command that creates a link to the console
	inPlans // the command that lists the plans

	inServers = inServe | inDev
)

// setting describes a command's setting. Each setting has a flag, such as --public-url, and an
// environment variable, such as LEASEHOLD_PUBLIC_URL.
type setting struct {
	name  string
	kind  string // name of the value in the help; "" if the help text contains the name in backquotes
	value string // default value if neither the flag nor the variable is set
	dev   string // default value for leasehold dev, if it differs from the value field
	in    commandSet
	// secret is true if the value may contain a password. Such a value can be read from a file,
	// because container engines and systemd pass secrets in files.
	secret bool
	help   string
	read   func(text string) error // parses and stores the value; its errors do not contain the setting's name
}

// settings returns all settings in the order in which their errors are listed. The values are stored in c.
func (c *config) settings() []*setting {
	return slices.Concat(c.connectionSettings(), c.operationSettings(), c.consoleSettings())
}

func (c *config) connectionSettings() []*setting {
	return []*setting{
		{
			name: "addr", value: "127.0.0.1:8080", in: inServers | inHealth, help: "`host:port` to listen on",
			read: c.readAddr,
		},
		{
			name: "db", value: "sqlite:leasehold.db", in: inServe | inDatabase, secret: true,
			help: "`URL` of the database: sqlite:FILE or postgres://user@host/name",
			read: parsed(&c.database, parseDatabase),
		},
		{
			name: "public-url", in: inServe | inLink, help: "`URL` at which clients reach the server (default http://ADDR)",
			read: c.readPublicURL,
		},
		{name: "tls-cert", in: inServe | inHealth, help: "certificate `file` (PEM)", read: text(&c.tlsCert)},
		{name: "tls-key", in: inServe | inHealth, help: "`file` with the certificate's private key (PEM)", read: text(&c.tlsKey)},
		{
			name: "trusted-proxies", in: inServe, help: "`addresses` of proxies whose X-Forwarded-For header is trusted, such as 10.0.0.0/8,::1",
			read: list(&c.trustedProxies, parseProxy),
		},
		{
			name: "mcp-origins", in: inServe, help: "additional `origins` from which web pages may call /mcp, such as https://agents.example",
			read: list(&c.mcpOrigins, parseOrigin),
		},
		{
			name: "metrics-addr", in: inServers,
			help: "`host:port` for Prometheus, separate from the API; without a host (:9464), only this machine can connect (default none)",
			read: c.readMetricsAddr,
		},
	}
}

func (c *config) operationSettings() []*setting {
	return []*setting{
		{
			name: "compress", kind: "bool", value: "false", in: inServers, help: "compress responses for clients that accept compression",
			read: boolean(&c.compress),
		},
		{
			name: "max-in-flight", kind: "int", value: "1024", in: inServers, help: "maximum number of concurrent requests; the server rejects additional requests",
			read: number(&c.maxInFlight, 1, 1_000_000),
		},
		{
			name: "plans", in: inServers | inDatabase | inPlans,
			help: "YAML or JSON `file` with the plans (default: the published plans, free and pro); servers and commands must use the same file",
			read: c.readPlans,
		},
		{
			name: "keep-replays", kind: "duration", value: "720h", in: inServers, help: "how long Idempotency-Keys are valid",
			read: span(&c.keepReplays, time.Second),
		},
		{
			name: "keep-free-replays", kind: "duration", value: "24h", in: inServers, help: "how long Idempotency-Keys of free operations are valid",
			read: span(&c.keepFreeReplays, time.Second),
		},
		{
			name: "keep-usage", kind: "int", value: "24", in: inServers, help: "number of full months for which the usage log is kept",
			read: number(&c.keepUsageMonths, 1, 1200),
		},
		{
			name: "drain-timeout", kind: "duration", value: "30s", in: inServers,
			help: "how long shutdown waits for in-flight requests",
			read: span(&c.drainTimeout, 0),
		},
		{
			name: "log-level", kind: "string", value: "info", in: inServers, help: "log level: debug (every request), info, warn or error",
			read: c.readLogLevel,
		},
	}
}

func (c *config) consoleSettings() []*setting {
	return []*setting{
		{
			name: "console", kind: "bool", value: "true", in: inServers, help: "serve the web console; --console=false turns it off",
			read: boolean(&c.console.served),
		},
		{
			name: "workbench", kind: "string", value: "signed-in", dev: "public", in: inServers,
			help: "who may use the console's workbench: public, signed-in or off",
			read: parsed(&c.console.workbench, console.ParseAccess),
		},
		{
			name: "workbench-rate", kind: "int", value: "30", dev: "0", in: inServers,
			help: "maximum workbench computations per minute from one client address; 0 means no limit",
			read: number(&c.console.perMinute, 0, 1_000_000),
		},
		{
			name: "signup", kind: "bool", value: "false", dev: "true", in: inServers, help: "let visitors to the console create accounts",
			read: boolean(&c.console.signUp),
		},
		{
			name: "mail-command", in: inServe,
			help: "`command` that mails users the link for setting a new password, such as '/usr/sbin/sendmail -t'; it reads the message from standard input (default none)",
			read: c.readMailCommand,
		},
		{name: "mail-from", in: inServe, help: "`address` in the From line of password emails (default: chosen by the mail command)", read: c.readMailFrom},
		{
			name: "data", in: inDev, help: "data `folder` (default: a per-user folder for each port)",
			read: text(&c.data),
		},
		{
			name: "open", kind: "bool", value: "false", in: inDev, help: "open the console in the browser",
			read: boolean(&c.open),
		},
	}
}

func (s *setting) variable() string {
	return "LEASEHOLD_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

func (s *setting) defaultIn(in commandSet) string {
	if in == inDev && s.dev != "" {
		return s.dev
	}
	return s.value
}

// textFlag is a setting's flag. Its text is not parsed yet. All settings are parsed together later, so
// that one error can report all invalid settings.
type textFlag struct{ text, kind string }

func (f *textFlag) String() string { return f.text }

func (f *textFlag) Set(text string) error {
	f.text = text
	return nil
}

func (f *textFlag) Type() string { return f.kind }

func defineSettings(flags *pflag.FlagSet, in commandSet) {
	for _, s := range new(config).settings() {
		if s.in&in == 0 {
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

// readSettings reads a command's settings from flags, environment variables and defaults, in this
// order of precedence. The error joins the errors of all settings.
func readSettings(flags *pflag.FlagSet, in commandSet) (*config, error) {
	c := new(config)
	var violations []error
	for _, s := range c.settings() {
		if s.in&in == 0 {
			continue
		}
		text, _, err := s.source(flags, in)
		if err == nil {
			err = s.read(text)
		}
		if err != nil {
			violations = append(violations, fmt.Errorf("--%s: %w", s.name, err))
		}
	}
	if in&inServers != 0 && (c.tlsCert == "") != (c.tlsKey == "") {
		violations = append(violations, errors.New("--tls-cert: must be given together with --tls-key"))
	}
	if len(violations) > 0 {
		return c, usageError{errors.Join(violations...)}
	}
	return c, nil
}

const fileSuffix = "_FILE" // suffix of a variable that names a file with the value

// source returns a setting's text and the name of its source: the flag, the variable, the variable
// with a file name, or "default". An empty variable counts as missing.
func (s *setting) source(flags *pflag.FlagSet, in commandSet) (text, from string, err error) {
	if flag := flags.Lookup(s.name); flag != nil && flag.Changed {
		return flag.Value.String(), "--" + s.name, nil
	}
	text, from = os.Getenv(s.variable()), s.variable()
	if s.secret {
		text, from, err = textOrFile(s.variable())
	}
	if text != "" || err != nil {
		return text, from, err
	}
	return s.defaultIn(in), "default", nil
}

const maxSecret = 64 << 10

// textOrFile returns the text of an environment variable, or the content of the file named by the variable
// with the suffix _FILE. It also returns the name of the variable that is set. Setting both is an error.
func textOrFile(variable string) (text, from string, err error) {
	file := variable + fileSuffix
	text, path := os.Getenv(variable), os.Getenv(file)
	switch {
	case path == "":
		return text, variable, nil
	case text != "":
		return "", file, fmt.Errorf("%s and %s are both set; set only one", variable, file)
	}
	content, err := readFile(path, io.ReadAll)
	switch {
	case err != nil:
		return "", file, fmt.Errorf("%s: %w", file, err)
	case len(content) > maxSecret:
		return "", file, fmt.Errorf("%s: %s: has more than %d bytes", file, path, maxSecret)
	case strings.TrimSpace(string(content)) == "":
		return "", file, fmt.Errorf("%s: %s: is empty", file, path)
	}
	return strings.TrimRight(string(content), "\r\n"), file, nil
}

type config struct {
	addr            string
	host            string
	database        database
	publicURL       string // if "", the URL is http://ADDR with the port on which the server listens
	tlsCert, tlsKey string
	trustedProxies  []netip.Prefix
	mcpOrigins      []string
	metricsAddr     string // if "", no metrics are served
	compress        bool
	maxInFlight     int
	plans           planConfig
	keepReplays     time.Duration
	keepFreeReplays time.Duration
	keepUsageMonths int
	drainTimeout    time.Duration
	logLevel        slog.Level
	console         consoleConfig
	data            string   // directory for the data of leasehold dev; if "", a folder in the user's data directory
	open            bool     // whether to open the console in the browser
	mailCommand     []string // mail command and its arguments; nil if mail is not configured
	mailFrom        string   // sender address of outgoing mail; "" if mail is not configured
}

type consoleConfig struct {
	served        bool
	workbench     console.Access
	perMinute     int // maximum number of computations in the workbench per minute and client address; 0 for no limit
	signUp        bool
	firstOperates bool // whether the first account is an operator's account
	signUpsADay   int  // maximum sign-ups per day and client address; 0 for the default, negative for no limit
}

func (c *config) readAddr(text string) (err error) {
	c.addr = text
	c.host, err = splitAddr(text, "127.0.0.1:8080")
	return err
}

func splitAddr(text, example string) (host string, err error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return "", fmt.Errorf("%q is not host:port, such as %s", text, example)
	}
	return host, nil
}

func (c *config) readPublicURL(text string) error {
	c.publicURL = strings.TrimRight(text, "/")
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil) {
		return fmt.Errorf("%q is not an address such as https://leases.example", text)
	}
	return nil
}

func parseProxy(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		err = fmt.Errorf("%q is neither an address nor a network such as 10.0.0.0/8", text)
	}
	return prefix, err
}

func parseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != text {
		return "", fmt.Errorf("%q is not an origin such as https://agents.example", text)
	}
	return text, nil
}

// readMetricsAddr parses the address at which the server serves metrics. Metrics are not public, so
// an address without a host means the loopback interface.
func (c *config) readMetricsAddr(text string) error {
	if text == "" {
		return nil
	}
	host, err := splitAddr(text, "127.0.0.1:9464")
	if c.metricsAddr = text; err == nil && host == "" {
		c.metricsAddr = "127.0.0.1" + text
	}
	return err
}

func (c *config) readLogLevel(text string) error {
	if err := c.logLevel.UnmarshalText([]byte(text)); err != nil {
		return fmt.Errorf("%q is not debug, info, warn or error", text)
	}
	return nil
}

type settingJSON struct {
	Name     string `json:"name"`
	Variable string `json:"variable"`
	Value    string `json:"value"`
	From     string `json:"from"` // the name of the flag or variable that set the value, or "default"
}

func newConfigCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the effective settings of serve and their sources",
		Long: `Show the settings that 'leasehold serve' uses with the same flags and environment
variables, and the source of each setting. Invalid settings cause the same errors as in
'leasehold serve'. A database password is not shown.`,
		Example: `  leasehold config
  LEASEHOLD_ADDR=:8080 leasehold config --compress --json`,
		Args: cobra.NoArgs,
	}
	jsonFlag(cmd, &asJSON)
	return withSettings(cmd, inServe, func(cmd *cobra.Command, _ []string, c *config) error {
		warnUnknownVariables(cmd)
		var list []settingJSON
		var rows []table.Row
		for _, s := range c.settings() {
			if s.in&inServe == 0 {
				continue
			}
			value, from, err := s.source(cmd.Flags(), inServe)
			if err != nil { // readSettings has already reported the error
				return err
			}
			if s.name == "db" && c.database.url != "" {
				value = c.database.String()
			}
			list = append(list, settingJSON{s.name, s.variable(), value, from})
			rows = append(rows, table.Row{s.name, value, from})
		}
		return printList(cmd.OutOrStdout(), asJSON, list, "", table.Row{"SETTING", "VALUE", "FROM"}, rows)
	})
}

const variablePrefix = "LEASEHOLD_"

// otherVariables lists the environment variables with Leasehold's prefix that are not settings of the
// server. Clients use them.
var otherVariables = []string{keyVariable, keyVariable + fileSuffix, "LEASEHOLD_URL"}

func unknownVariables(environment []string) (warnings []string) {
	known := slices.Concat(otherVariables, testVariables)
	for _, s := range new(config).settings() {
		known = append(known, s.variable())
		if s.secret {
			known = append(known, s.variable()+fileSuffix)
		}
	}
	for _, line := range environment {
		name, _, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(name, variablePrefix) || slices.Contains(known, name) || ofKubernetes(name) {
			continue
		}
		warning := name + " is not a setting and has no effect"
		if near := strict.Nearest(name, known); near != "" {
			warning += fmt.Sprintf(" (did you mean %s?)", near)
		}
		warnings = append(warnings, warning)
	}
	slices.Sort(warnings)
	return warnings
}

func warnUnknownVariables(cmd *cobra.Command) {
	for _, warning := range unknownVariables(os.Environ()) {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: %s\n", warning)
	}
}

// ofKubernetes reports whether Kubernetes sets the variable for a service that is named leasehold.
func ofKubernetes(name string) bool {
	rest := strings.TrimPrefix(name, variablePrefix)
	return rest == "PORT" || strings.HasPrefix(rest, "PORT_") || strings.HasPrefix(rest, "SERVICE_")
}
