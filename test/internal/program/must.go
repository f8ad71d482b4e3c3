package program

import (
	"path/filepath"
	"testing"
)

// MustBuild compiles the program into a temporary test directory, as [Build] does, or fails the
// test.
func MustBuild(tb testing.TB, flags ...string) Binary {
	tb.Helper()
	binary, err := Build(tb.TempDir(), flags...)
	if err != nil {
		tb.Fatal(err)
	}
	return binary
}

// Serve starts a server with an empty SQLite database, or fails the test. When the test ends, the
// server ends.
func (b Binary) Serve(tb testing.TB, flags ...string) *Server {
	tb.Helper()
	server := &Server{Binary: b, DB: "sqlite:" + filepath.Join(tb.TempDir(), "own.db"), Flags: flags}
	server.MustStart(tb)
	return server
}

// MustStart starts the server, or fails the test. When the test ends, the server ends.
func (s *Server) MustStart(tb testing.TB) {
	tb.Helper()
	if err := s.Start(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Kill)
}

// MustCreateKeys creates keys with the same plan in a database, or fails the test.
func (b Binary) MustCreateKeys(tb testing.TB, db, plan, mode string, count int) []Key {
	tb.Helper()
	keys, err := b.CreateKeys(tb.Context(), db, plan, mode, tb.Name(), count)
	if err != nil {
		tb.Fatal(err)
	}
	return keys
}
