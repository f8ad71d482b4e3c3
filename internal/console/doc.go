// Package console is the web console. It contains the workbench, on which an accountant enters a
// lease and views its accounting, and the settings pages of an account with its keys and usage.
//
// This package combines separate packages: workbench uses the engine, settings uses package
// account, and page contains the layout of all pages. The server renders the pages. Scripts in the
// assets directories make the pages interactive. The content security policy forbids content from
// other origins.
package console
