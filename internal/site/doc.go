// Package site writes the static site, for any web server and any path: the console's
// pages, which work on the engine in the user's browser, the reference, and the guides.
//
// Every page is the server's page (site.go) with relative links (links.go).
// files.go adds the files that start the engine and the offline cache, which
// are in the directory folder.
package site
