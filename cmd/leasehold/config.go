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

// config contains the parsed settings of a command.
type config struct {
	addr            string
	host            string // host of addr
	database        database
	publicURL       string // "" means http://ADDR, which is known once the server listens
	tlsCert, tlsKey string
	trustedProxies  []netip.Prefix
	mcpOrigins      []string
	metricsAddr     string // "" for none
	compress        bool
	maxInFlight     int
	plans           planConfig
	keepReplays     time.Duration
	keepFreeReplays time.Duration
	keepUsageMonths int
	drainTimeout    time.Duration
	logLevel        slog.Level
	console         consoleConfig
	data            string   // directory for the data of dev; "" for one in the user's data directory
	open            bool     // show the console in the browser
	mailCommand     []string // and its arguments; nil for none
	mailFrom        string   // "" for none
}

// consoleConfig configures the console and who may use it.
type consoleConfig struct {
	served        bool
	workbench     console.Access
	perMinute     int // maximum computations per minute on the workbench per client address; 0 for no limit
	signUp        bool
	firstOperates bool // the first account becomes an operator's
	signUpsADay   int  // sign-ups per day and address; 0 for the default, negative for no limit
}

func (c *config) readAddr(text string) (err error) {
	c.addr = text
	c.host, err = splitAddr(text, "127.0.0.1:8080")
	return err
}

// splitAddr returns the host of host:port.
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

// checkURL returns an error unless text is a server's base URL or empty.
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

// readMetricsAddr parses the address for metrics. A port without a host listens on loopback only,
// because metrics are not public.
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

// parsed returns a function that stores a parsed setting.
func parsed[T any](to *T, parse func(string) (T, error)) func(string) error {
	return func(text string) (err error) {
		*to, err = parse(text)
		return err
	}
}

// text returns a function that stores a setting of any text.
func text(to *string) func(string) error {
	return parsed(to, func(text string) (string, error) { return text, nil })
}

// boolean returns a function that parses true or false.
func boolean(to *bool) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.ParseBool(text); err != nil {
			return fmt.Errorf("%q is not true or false", text)
		}
		return nil
	}
}

// number returns a function that parses a whole number between least and most.
func number(to *int, least, most int) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.Atoi(text); err != nil || *to < least || *to > most {
			return fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
		}
		return nil
	}
}

// span returns a function that parses a duration of at least least.
func span(to *time.Duration, least time.Duration) func(string) error {
	return func(text string) (err error) {
		if *to, err = time.ParseDuration(text); err != nil || *to < least {
			return fmt.Errorf("%q is not a duration of at least %v, such as 90s or 24h", text, least)
		}
		return nil
	}
}
