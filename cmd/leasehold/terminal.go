package main

import (
	"os"

	"golang.org/x/term"
)

// terminal describes an output stream.
type terminal struct {
	is     bool
	width  int  // characters; 0 unless it is a terminal
	colour bool // whether colors are allowed: see https://no-color.org
}

// terminalOf describes the terminal of a reader or writer. For other streams it returns the zero
// value.
func terminalOf(stream any) terminal {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return terminal{}
	}
	t := terminal{is: true, colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil {
		t.width = width
	}
	return t
}
