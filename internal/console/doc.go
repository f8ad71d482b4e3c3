// Package console is the web console: a workbench on which an accountant enters a lease and sees
// its accounting, and the settings of an account with its keys and usage.
//
// Its parts are separate packages, which this package combines: workbench uses the engine,
// settings uses package account, and page contains the layout that they share. The server renders
// the pages; small scripts from the assets directories make them interactive. The content
// security policy forbids content from other origins.
package console
