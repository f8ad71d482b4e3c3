package standard

import (
	"unicode/utf8"
)

// Vocabulary replaces the general terms for leases by the terms of a standard: pairs of a phrase in
// lower case and its replacement. If several phrases match, the first applies.
type Vocabulary [][2]string

// Append appends a text in the terms of the vocabulary. It replaces only whole words and
// preserves capitals.
func (v Vocabulary) Append(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		if i > 0 && isLetter(text[i-1]) || !isLetter(text[i]) {
			dst = append(dst, text[i])
			i++
			continue
		}
		from, to := v.match(text[i:])
		if from == 0 {
			dst = append(dst, text[i])
			i++
			continue
		}
		begun := len(dst)
		dst = append(dst, to...)
		if first := text[i]; 'A' <= first && first <= 'Z' {
			dst[begun] -= 'a' - 'A'
		}
		i += from
	}
	return dst
}

// match returns the length of the phrase at the start of a text and its replacement.
func (v Vocabulary) match(text []byte) (length int, word string) {
	for _, phrase := range v {
		n := len(phrase[0])
		if len(text) < n || text[0]|('a'-'A') != phrase[0][0] || string(text[1:n]) != phrase[0][1:] {
			continue
		}
		if len(text) == n || !isLetter(text[n]) {
			return n, phrase[1]
		}
	}
	return 0, ""
}

// isLetter reports whether a byte is part of a word.
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf }
