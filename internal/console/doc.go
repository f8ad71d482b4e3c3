// Package console is the web console: a workbench on which an accountant enters
// a lease and sees its accounting, and the settings of an account with its keys
// and their usage.
//
// Its parts are packages of their own: workbench works on the engine, settings
// on package account, and page is the layout that they share. This package
// puts them together. Pages are rendered by the program; small scripts, served
// as they are in the folders named assets, make them interactive. Nothing is
// loaded from anywhere else, and the content security policy says so.
package console
