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

	"github.com/leasehold-accounting/leasehold/internal/console"
)

// config contains the parsed settings of the command that runs.
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

// consoleConfig contains the settings of the console and of its accounts.
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

// splitAddr returns the host in an address of the form host:port.
func splitAddr(text, example string) (host string, err error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return "", fmt.Errorf("%q is not host:port, such as %s", text, example)
	}
	return host, nil
}

func (c *config) readPublicURL(text string) error {
	c.publicURL = strings.TrimRight(text, "/")
	return checkURL(text, "https://leases.example")
}

// checkURL returns an error if text is neither empty nor the base URL of a server.
func checkURL(text, example string) error {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return nil
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return fmt.Errorf("%q is not an address such as %s", text, example)
	default:
		return nil
	}
}

func (c *config) readTrustedProxies(text string) error {
	var errs []error
	for _, item := range splitList(text) {
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(item); err == nil {
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%q is neither an address nor a network such as 10.0.0.0/8", item))
		}
		c.trustedProxies = append(c.trustedProxies, prefix)
	}
	return errors.Join(errs...)
}

func (c *config) readOrigins(text string) error {
	var errs []error
	for _, item := range splitList(text) {
		u, err := url.Parse(item)
		if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != item {
			errs = append(errs, fmt.Errorf("%q is not an origin such as https://agents.example", item))
		}
		c.mcpOrigins = append(c.mcpOrigins, item)
	}
	return errors.Join(errs...)
}

// splitList returns the items of a comma-separated list.
func splitList(text string) (list []string) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
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
