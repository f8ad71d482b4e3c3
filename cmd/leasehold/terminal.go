package main

import (
	"os"

	"golang.org/x/term"
)

// terminal contains the properties of an input or output stream.
type terminal struct {
	is     bool
	width  int  // in characters; 0 if the stream is not a terminal
	colour bool // whether output may contain colors: see https://no-color.org
}

// terminalOf returns the properties of the terminal that a reader or writer is. It returns the zero
// value if the stream is not a terminal.
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
