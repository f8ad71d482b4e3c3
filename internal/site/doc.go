// Package site makes a folder that any web server hands out, also below another
// path: the console's pages that work on the engine, answered by the engine in the
// reader's browser, the reference, the guides with a search, and examples to open.
//
// Every page is the one that a server of the program sends (site.go), with its links
// made relative (links.go). guides.go makes pages of the documents, examples.go of
// the examples, and files.go adds what starts the engine and what keeps the folder
// for times without a network. The folder named folder has these files.
package site
