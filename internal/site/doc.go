// Package site makes a folder that any web server hands out, also below another
// path: the console's pages that work on the engine, answered by the engine in the
// reader's browser, the reference, the guides with a search, and examples to open.
//
// Every page is the server's page (site.go) with relative links (links.go).
// guides.go converts the documents to pages and examples.go the examples;
// files.go adds the files that start the engine and the offline cache, which
// are in the directory folder.
package site
