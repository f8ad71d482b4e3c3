// Package console is the web console: a workbench on which an accountant enters
// a lease and sees its accounting, and the settings of an account with its keys
// and their usage.
//
// Pages are rendered here; small scripts, served as they stand in the folder
// assets, make them lively. Nothing is loaded from anywhere else, and the
// content security policy says so. The workbench works on the engine alone: it
// bills nothing, and it answers pages of its own origin only. The settings are
// the use cases of package account; the session cookie is the one credential
// that the console reads, and it is read nowhere else.
package console
