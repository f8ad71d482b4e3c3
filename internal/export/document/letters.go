package document

import (
	"fmt"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// The built-in fonts of a PDF have the characters of western Europe. Greek, Cyrillic and other
// Latin characters use the Go fonts, of which a document embeds the used characters. Other
// characters are shown by their code points, with a note.

const (
	western = "Helvetica"
	further = "Go"
)

// letters knows which characters a document can show.
type letters struct {
	encode  func(string) string // to the encoding of the built-in fonts
	known   map[rune]bool       // whether the built-in fonts have it
	font    *sfnt.Font          // of the further letters; nil until one is needed
	buffer  sfnt.Buffer
	missing bool // a character was shown by its code point
}

// isWestern reports whether the built-in fonts have every character of a text.
func (l *letters) isWestern(text string) bool {
	for _, r := range text {
		if r < 0x80 {
			continue
		}
		has, ok := l.known[r]
		if !ok {
			has = l.encode(string(r)) != "."
			l.known[r] = has
		}
		if !has {
			return false
		}
	}
	return true
}

// shown replaces characters without a glyph by their code points.
func (l *letters) shown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if index, err := l.font.GlyphIndex(&l.buffer, r); err == nil && index != 0 {
			b.WriteRune(r)
			continue
		}
		l.missing = true
		fmt.Fprintf(&b, "[U+%04X]", r)
	}
	return b.String()
}

// set calls use with the font that a text needs and the text as it is shown;
// encoded is that text for the page.
func (d *Document) set(text string, use func(text, encoded string)) {
	if d.letters.isWestern(text) {
		use(text, d.letters.encode(text))
		return
	}
	if d.letters.font == nil {
		d.letters.font, _ = sfnt.Parse(goregular.TTF) // which is sound
		for look, font := range map[string][]byte{"": goregular.TTF, "B": gobold.TTF, "I": goitalic.TTF, "BI": gobolditalic.TTF} {
			d.AddUTF8FontFromBytes(further, look, font)
		}
	}
	look := d.GetFontStyle()
	size, _ := d.GetFontSize()
	d.SetFont(further, look, size)
	text = d.letters.shown(text)
	use(text, text)
	d.SetFont(western, look, size)
}

// Unshown returns the note on characters without a glyph, or "".
func (d *Document) Unshown() string {
	if !d.letters.missing {
		return ""
	}
	return "Characters without a glyph in this document's fonts are shown by their code points, such as [U+30AA]."
}
