package main

import (
	"fmt"
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

	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

type config struct {
	addr            string
	host            string // the host in addr
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
	mailCommand     []string // the command and its arguments; nil if mail is not configured
	mailFrom        string   // sender address of mails; "" if mail is not configured
}

type consoleConfig struct {
	served        bool
	workbench     console.Access
	perMinute     int // maximum computations in the workbench per minute and client address; 0 for no limit
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
	From     string `json:"from"` // the name of the flag or the variable that set the value, or "default"
}

func newConfigCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the effective settings of serve and their sources",
		Long: `Show the settings of 'leasehold serve' with the same flags and variables, and the
source of each. Invalid settings are reported like serve does. The password of a
database is not shown.`,
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

// otherVariables lists the environment variables with the prefix that are not settings of this
// program. Clients of a server use these variables.
var otherVariables = []string{keyVariable, keyVariable + fileSuffix, "LEASEHOLD_URL"}

// unknownVariables returns a warning for each variable with variablePrefix that is not a setting.
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

// ofKubernetes reports whether Kubernetes sets the variable for a service named leasehold.
func ofKubernetes(name string) bool {
	rest := strings.TrimPrefix(name, variablePrefix)
	return rest == "PORT" || strings.HasPrefix(rest, "PORT_") || strings.HasPrefix(rest, "SERVICE_")
}
