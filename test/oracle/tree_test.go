package oracle_test

import (
	"encoding/json"
	"errors"
)

// node is a JSON value with its text as printed, so that numbers are compared digit by digit.
type node struct {
	kind    byte // first byte of the value, one of { [ " t f n; 0 for a number
	text    string
	names   []string
	members []node // fields of an object, sorted by name, or items of an array
}

var errTree = errors.New("not one JSON value")

// parse reads a body that consists of one JSON value.
func parse(body []byte) (node, error) {
	if !json.Valid(body) {
		return node{}, errTree
	}
	s := scanner{text: string(body)}
	return s.value(), nil
}

type scanner struct {
	text string
	at   int
}

func (s *scanner) skip() byte {
	for {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			s.at++
		default:
			return c
		}
	}
}

func (s *scanner) value() node {
	n := node{kind: s.skip()}
	start := s.at
	switch n.kind {
	case '{', '[':
		s.at++
		n.members = make([]node, 0, 8)
		if n.kind == '{' {
			n.names = make([]string, 0, 8)
		}
		for c := s.skip(); c != '}' && c != ']'; c = s.skip() {
			if n.kind == '{' {
				n.names = append(n.names, s.quoted())
			}
			n.members = append(n.members, s.value())
		}
		s.at++
	case '"':
		s.quoted()
	default:
		for s.at < len(s.text) && s.text[s.at] > ' ' && s.text[s.at] != ',' && s.text[s.at] != '}' && s.text[s.at] != ']' {
			s.at++
		}
		if n.kind == '-' || '0' <= n.kind && n.kind <= '9' {
			n.kind = 0
		}
	}
	n.text = s.text[start:s.at]
	return n
}

// quoted reads a string and returns the text between the quotes as printed.
func (s *scanner) quoted() string {
	s.at++
	start := s.at
	for ; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
	return s.text[start : s.at-1]
}

func (n node) member(name string) (node, bool) {
	for i, other := range n.names {
		if other == name {
			return n.members[i], true
		}
	}
	return node{}, false
}
