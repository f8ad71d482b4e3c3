package main

import (
	"fmt"
	"net/http"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/adminapi"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/mcpapi"
	"github.com/leasehold-accounting/leasehold/internal/reference"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// versionHeader returns the value of the header x-leasehold-version: the version of the program and
// the revision of its rules.
func versionHeader() string {
	return fmt.Sprintf("%s; rules=%d", buildVersion().Version, leasehold.RulesRevision)
}

// routes returns all routes of the server except the operations: the API's contract and its page,
// the MCP tools, and the console.
func (s *server) routes(core *service.Service, accounts account.Store) ([]httpapi.Route, error) {
	var pages []reference.Option
	if s.console.served {
		pages = append(pages, reference.Home("/"))
	}
	if s.tryKey != nil {
		pages = append(pages, reference.Key(s.tryKey))
	}
	contract, err := reference.New(s.publicURL, pages...)
	if err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	var list []httpapi.Route
	for _, pattern := range reference.Patterns() {
		list = append(list, httpapi.Route{Pattern: pattern, Serve: contract.Serve})
	}
	agents, err := mcpapi.NewHandler(mcpapi.HandlerOptions{
		Options: mcpapi.Options{Version: buildVersion().Version, Log: s.log},
		Service: core, Clock: time.Now, PublicURL: s.publicURL, Origins: s.mcpOrigins,
	})
	if err != nil {
		return nil, fmt.Errorf("tools for agents: %w", err)
	}
	list = append(list, httpapi.Route{Pattern: "/mcp", Serve: agents.Serve, Metered: true})
	s.people = account.New(account.Config{
		Store: accounts, Service: core, Clock: time.Now, OpenSignUp: s.console.signUp, FirstOperates: s.console.firstOperates, SignUpsADay: s.console.signUpsADay,
		Mail: s.mailer(), PublicURL: s.publicURL, Log: s.log,
	})
	administration := &adminapi.Handler{
		Service: core, Accounts: s.people, Clock: time.Now,
		ClientAddress: func(r *http.Request) string { return httpapi.ClientAddress(r, s.trustedProxies) },
	}
	s.changes = administration.Changes
	for pattern, serve := range administration.Handlers() {
		list = append(list, httpapi.Route{Pattern: pattern, Serve: serve})
	}
	return s.addConsole(list, core)
}
