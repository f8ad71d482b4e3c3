package main

import (
	"cmp"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/console"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/guides"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// uncompressed excludes the console's pages from --compress. The length of a compressed page could
// reveal a secret if the page also contains a visitor's input. The console itself therefore decides
// which pages it compresses.
func uncompressed(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(gzhttp.HeaderNoCompression, "true") // the compressing middleware removes the header
		handler.ServeHTTP(w, r)
	})
}

// addConsole appends the routes of the console and of the guides to list, if the console is
// configured.
func (s *server) addConsole(list []httpapi.Route, core *service.Service) ([]httpapi.Route, error) {
	c := s.console
	if !c.served {
		return list, nil
	}
	options := console.Options{
		Accounts: s.people,
		Clock:    time.Now, Log: s.log, PublicURL: s.publicURL, Reference: "/docs", Workbench: c.workbench, More: []page.Page{{Path: guides.Path, Part: "guides", Title: "Guides"}}, PerMinute: cmp.Or(c.perMinute, console.NoLimit),
		Limits: core.Admission(),
		TLS:    strings.HasPrefix(s.publicURL, "https:"), Version: buildVersion().Version,
		ClientAddr: func(r *http.Request) netip.Addr {
			address, err := netip.ParseAddr(httpapi.ClientAddress(r, s.trustedProxies))
			if err != nil {
				return netip.Addr{}
			}
			return address
		},
	}
	pages, err := console.New(options)
	if err != nil {
		return nil, err
	}
	documents, err := guides.New(guides.Options{
		Repository: docs.Repository, Site: pages.Site(), Reference: "/docs", SignedIn: pages.SignedIn,
		Link: func(path, fragment string) string { return path + "#" + fragment },
	})
	if err != nil {
		return nil, err
	}
	handlers := pages.Handlers()
	for pattern, handler := range documents.Handlers() {
		handlers[pattern] = pages.Site().Guard(handler, page.MaxFormLen)
	}
	for pattern, handler := range handlers {
		if s.compress {
			handler = uncompressed(handler)
		}
		list = append(list, httpapi.Route{Pattern: pattern, Handler: handler, Browsers: pattern == "/"})
	}
	return list, nil
}
