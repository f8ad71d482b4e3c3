package main

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/postgres"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// consoleConfig says what of the console is served, and to whom.
type consoleConfig struct {
	served        bool
	workbench     console.Access
	signUp        bool
	firstOperates bool // the first account becomes an operator's
}

// console understands the settings of the console.
func (s *settings) console(v *violations) consoleConfig {
	c := consoleConfig{served: truth(v, "console", s.Console), signUp: s.SignUp != "" && truth(v, "signup", s.SignUp)}
	if s.Workbench == "" {
		s.Workbench = string(console.SignedIn)
	}
	var err error
	if c.workbench, err = console.ParseAccess(s.Workbench); err != nil {
		v.add("workbench", "%v", err)
	}
	return c
}

func truth(v *violations, flag, text string) bool {
	yes, err := strconv.ParseBool(text)
	if err != nil {
		v.add(flag, "%q is not true or false", text)
	}
	return yes
}

// accountsOf returns the accounts that lie in the same database as a store, or
// nil where it keeps none.
func accountsOf(store service.Store) account.Store {
	switch store := store.(type) {
	case *sqlite.Store:
		return store.Accounts()
	case *postgres.Store:
		return store.Accounts()
	default:
		return nil
	}
}

// uncompressed keeps the wrapper of --compress off the console's pages. They
// compress themselves where nothing secret stands next to what a visitor
// chose: the length of a compressed page would tell of it.
func uncompressed(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(gzhttp.HeaderNoCompression, "true") // the wrapper removes it
		handler.ServeHTTP(w, r)
	})
}

// addConsole adds the console's routes. Without accounts there is only a public
// workbench.
func (s *server) addConsole(list []httpapi.Route, core *service.Service) ([]httpapi.Route, error) {
	c := s.console
	if !c.served {
		return list, nil
	}
	options := console.Options{
		Clock: time.Now, Log: s.log, PublicURL: s.publicURL, Reference: "/docs", Workbench: c.workbench,
		TLS: strings.HasPrefix(s.publicURL, "https:"), Version: buildVersion().Version,
		ClientAddr: func(r *http.Request) netip.Addr {
			address, err := netip.ParseAddr(httpapi.ClientAddress(r, s.trustedProxies))
			if err != nil {
				return netip.Addr{}
			}
			return address
		},
	}
	if store := accountsOf(core.Store); store != nil {
		options.Accounts = account.New(account.Config{
			Store: store, Service: core, Clock: time.Now, OpenSignUp: c.signUp, FirstOperates: c.firstOperates,
		})
	}
	pages, err := console.New(options)
	if err != nil {
		return nil, err
	}
	for pattern, handler := range pages.Handlers() {
		if s.compress {
			handler = uncompressed(handler)
		}
		list = append(list, httpapi.Route{Pattern: pattern, Handler: handler})
	}
	return list, nil
}
