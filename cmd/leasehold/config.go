package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/spf13/pflag"
)

// settings are what the service is told, as text: flags first, then variables
// LEASEHOLD_…, then defaults. They stay text until all of them are known, so
// that every violation can be reported at once.
type settings struct {
	Addr            string `env:"ADDR"`
	DB              string `env:"DB"`
	Data            string `env:"DATA"`
	PublicURL       string `env:"PUBLIC_URL"`
	TLSCert         string `env:"TLS_CERT"`
	TLSKey          string `env:"TLS_KEY"`
	TrustedProxies  string `env:"TRUSTED_PROXIES"`
	MCPOrigins      string `env:"MCP_ORIGINS"`
	MetricsAddr     string `env:"METRICS_ADDR"`
	OTLPEndpoint    string `env:"OTLP_ENDPOINT"`
	Compress        string `env:"COMPRESS"`
	MaxInFlight     string `env:"MAX_IN_FLIGHT"`
	KeepReplays     string `env:"KEEP_REPLAYS"`
	KeepFreeReplays string `env:"KEEP_FREE_REPLAYS"`
	KeepUsage       string `env:"KEEP_USAGE"`
	DrainTimeout    string `env:"DRAIN_TIMEOUT"`
	LogLevel        string `env:"LOG_LEVEL"`
	Console         string `env:"CONSOLE"`
	Workbench       string `env:"WORKBENCH"`
	SignUp          string `env:"SIGNUP"`
}

func defaultSettings() settings {
	return settings{
		Addr:            "127.0.0.1:8080",
		DB:              "sqlite:leasehold.db",
		MaxInFlight:     "1024",
		KeepReplays:     "720h",
		KeepFreeReplays: "24h",
		KeepUsage:       "24",
		DrainTimeout:    "30s",
		LogLevel:        "info",
		Compress:        "false",
		Console:         "true",
	}
}

// typed is the flag of a setting: text, of which the help says what it has to
// be.
type typed struct {
	text *string
	kind string
}

func (t typed) String() string {
	if t.text == nil { // pflag asks an empty one for the zero value
		return ""
	}
	return *t.text
}

func (t typed) Set(text string) error {
	*t.text = text
	return nil
}

func (t typed) Type() string { return t.kind }

// dbFlag defines the flag of every command that opens the database.
func (s *settings) dbFlag(flags *pflag.FlagSet) {
	flags.StringVar(&s.DB, "db", s.DB, "`URL` of the database: sqlite:FILE or postgres://user@host/name")
}

// serverFlags defines the flags that serve and dev share.
func (s *settings) serverFlags(flags *pflag.FlagSet) {
	flags.StringVar(&s.Addr, "addr", s.Addr, "`host:port` to listen on")
	flags.Var(typed{&s.MaxInFlight, "int"}, "max-in-flight", "requests worked on at once; beyond them more are turned away")
	flags.Var(typed{&s.KeepReplays, "duration"}, "keep-replays", "how long answers are kept for replay")
	flags.Var(typed{&s.KeepFreeReplays, "duration"}, "keep-free-replays", "how long answers of classify are kept for replay")
	flags.Var(typed{&s.KeepUsage, "int"}, "keep-usage", "full months for which the usage log is kept")
	flags.Var(typed{&s.DrainTimeout, "duration"}, "drain-timeout", "how long requests in flight may take when the server is told to end")
	flags.StringVar(&s.MetricsAddr, "metrics-addr", s.MetricsAddr, "`host:port` for Prometheus, apart from the API; a port alone (:9464) is for this machine only (default none)")
	flags.StringVar(&s.OTLPEndpoint, "otlp-endpoint", s.OTLPEndpoint, "`URL` of an OpenTelemetry collector (OTLP over HTTP) that gets a span for each request")
	flags.Var(typed{&s.Compress, "bool"}, "compress", "compress answers for clients that accept it")
	flags.StringVar(&s.LogLevel, "log-level", s.LogLevel, "level of the log: debug (every request), info, warn or error")
	flags.Var(typed{&s.Console, "bool"}, "console", "serve the web console; --console=false does not")
	flags.StringVar(&s.Workbench, "workbench", s.Workbench, "who may use the console's workbench: public, signed-in or off (default signed-in; of dev, public)")
	flags.Var(typed{&s.SignUp, "bool"}, "signup", "let visitors of the console make accounts (default false; of dev, true)")
	for _, name := range []string{"compress", "console", "signup"} {
		flags.Lookup(name).NoOptDefVal = "true"
	}
}

// serveFlags defines the flags of serve.
func (s *settings) serveFlags(flags *pflag.FlagSet) {
	s.serverFlags(flags)
	s.dbFlag(flags)
	flags.StringVar(&s.PublicURL, "public-url", s.PublicURL, "`URL` under which clients know the server (default http://ADDR)")
	flags.StringVar(&s.TLSCert, "tls-cert", s.TLSCert, "certificate `file` (PEM)")
	flags.StringVar(&s.TLSKey, "tls-key", s.TLSKey, "`file` of the certificate's private key (PEM)")
	flags.StringVar(&s.TrustedProxies, "trusted-proxies", s.TrustedProxies, "`addresses` of proxies whose X-Forwarded-For is believed in the log, such as 10.0.0.0/8,::1")
	flags.StringVar(&s.MCPOrigins, "mcp-origins", s.MCPOrigins, "further `origins` whose web pages may call /mcp, such as https://agents.example")
}

// devFlags defines the flags of dev.
func (s *settings) devFlags(flags *pflag.FlagSet) {
	s.serverFlags(flags)
	flags.StringVar(&s.Data, "data", s.Data, "`folder` for the database (default a folder of your own)")
}

// load completes the settings: given holds the flags as they were given, define
// the definition of the same flags.
func load(given *pflag.FlagSet, define func(*settings, *pflag.FlagSet)) (settings, error) {
	s := defaultSettings()
	if err := env.ParseWithOptions(&s, env.Options{Prefix: "LEASEHOLD_"}); err != nil {
		return s, usageError{err}
	}
	again := pflag.NewFlagSet("", pflag.ContinueOnError)
	define(&s, again)
	var errs []error
	given.Visit(func(f *pflag.Flag) {
		if again.Lookup(f.Name) != nil { // others are the command's own
			errs = append(errs, again.Set(f.Name, f.Value.String()))
		}
	})
	return s, errors.Join(errs...)
}

// config is the settings, understood.
type config struct {
	addr            string
	host            string // of addr
	database        database
	publicURL       string // "" means http://ADDR, known once the server listens
	tlsCert, tlsKey string
	trustedProxies  []netip.Prefix
	mcpOrigins      []string
	metricsAddr     string
	otlpEndpoint    string
	compress        bool
	maxInFlight     int
	keepReplays     time.Duration
	keepFreeReplays time.Duration
	keepUsageMonths int
	drainTimeout    time.Duration
	logLevel        slog.Level
	console         consoleConfig
}

// violations collects what is wrong with the settings, each by its flag.
type violations []error

func (v *violations) add(flag, format string, args ...any) {
	*v = append(*v, fmt.Errorf("--%s: %s", flag, fmt.Sprintf(format, args...)))
}

// parse understands the settings of a server.
func (s *settings) parse() (config, error) {
	var v violations
	c := config{addr: s.Addr, tlsCert: s.TLSCert, tlsKey: s.TLSKey}
	host, port, err := net.SplitHostPort(s.Addr)
	if number, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || number > 65535 {
		v.add("addr", "%q is not host:port, such as 127.0.0.1:8080", s.Addr)
	}
	c.host = host
	c.database = s.database(&v)
	c.publicURL = s.public(&v)
	if (s.TLSCert == "") != (s.TLSKey == "") {
		v.add("tls-cert", "goes together with --tls-key, and neither alone")
	}
	c.trustedProxies = s.proxies(&v)
	c.mcpOrigins = s.origins(&v)
	c.metricsAddr = s.metrics(&v)
	c.otlpEndpoint = s.otlp(&v)
	c.compress = truth(&v, "compress", s.Compress)
	c.maxInFlight = number(&v, "max-in-flight", s.MaxInFlight, 1, 1_000_000)
	c.keepReplays = span(&v, "keep-replays", s.KeepReplays, time.Second)
	c.keepFreeReplays = span(&v, "keep-free-replays", s.KeepFreeReplays, time.Second)
	c.keepUsageMonths = number(&v, "keep-usage", s.KeepUsage, 1, 1200)
	c.drainTimeout = span(&v, "drain-timeout", s.DrainTimeout, 0)
	if err := c.logLevel.UnmarshalText([]byte(s.LogLevel)); err != nil {
		v.add("log-level", "%q is not debug, info, warn or error", s.LogLevel)
	}
	c.console = s.console(&v)
	return c, v.err()
}

func (v violations) err() error {
	if len(v) == 0 {
		return nil
	}
	return usageError{errors.Join(v...)}
}

// database returns the database of --db.
func (s *settings) database(v *violations) database {
	d, err := parseDatabase(s.DB)
	if err != nil {
		v.add("db", "%v", err)
	}
	return d
}

func (s *settings) public(v *violations) string {
	if s.PublicURL == "" {
		return ""
	}
	u, err := url.Parse(s.PublicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		v.add("public-url", "%q is not an address such as https://leases.example", s.PublicURL)
	}
	return strings.TrimRight(s.PublicURL, "/")
}

func (s *settings) proxies(v *violations) []netip.Prefix {
	var list []netip.Prefix
	for text := range strings.SplitSeq(s.TrustedProxies, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(text); err == nil {
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil {
			v.add("trusted-proxies", "%q is neither an address nor a network such as 10.0.0.0/8", text)
		}
		list = append(list, prefix)
	}
	return list
}

// metrics returns the address of --metrics-addr. What it tells is nobody else's
// business, so a port alone is this machine's.
func (s *settings) metrics(v *violations) string {
	if s.MetricsAddr == "" {
		return ""
	}
	host, port, err := net.SplitHostPort(s.MetricsAddr)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		v.add("metrics-addr", "%q is not host:port, such as 127.0.0.1:9464", s.MetricsAddr)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

func (s *settings) otlp(v *violations) string {
	if s.OTLPEndpoint == "" {
		return ""
	}
	u, err := url.Parse(s.OTLPEndpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		v.add("otlp-endpoint", "%q is not an address such as http://127.0.0.1:4318", s.OTLPEndpoint)
	}
	return s.OTLPEndpoint
}

// origins returns the origins of --mcp-origins.
func (s *settings) origins(v *violations) []string {
	var list []string
	for text := range strings.SplitSeq(s.MCPOrigins, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != text {
			v.add("mcp-origins", "%q is not an origin such as https://agents.example", text)
		}
		list = append(list, text)
	}
	return list
}

func number(v *violations, flag, text string, least, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		v.add(flag, "%q is not a whole number from %d to %d", text, least, most)
	}
	return n
}

func span(v *violations, flag, text string, least time.Duration) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil || d < least {
		v.add(flag, "%q is not a time of at least %v, such as 90s or 24h", text, least)
	}
	return d
}
