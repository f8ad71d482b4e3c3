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

// The built-in fonts of a PDF contain the characters of western European languages. For Greek,
// Cyrillic and further Latin characters, the document embeds the used glyphs of the Go fonts. A
// character without a glyph is replaced by its code point, and a note in the document explains the
// code point.

const (
	western = "Helvetica"
	further = "Go"
)

// letters determines the characters that a document can show.
type letters struct {
	encode  func(string) string // converts a text to the encoding of the built-in fonts
	known   map[rune]bool       // the characters that the built-in fonts contain
	font    *sfnt.Font          // the font for characters that the built-in fonts lack; nil until such a character is written
	buffer  sfnt.Buffer
	missing bool // whether a character was replaced by its code point
}

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

// shown returns the text with the code point in place of each character without a glyph.
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

// set selects the font for a text and then calls use with the displayed text and its encoding in
// that font.
func (d *Document) set(text string, use func(text, encoded string)) {
	if d.letters.isWestern(text) {
		use(text, d.letters.encode(text))
		return
	}
	if d.letters.font == nil {
		d.letters.font, _ = sfnt.Parse(goregular.TTF) // Parse cannot fail, because the embedded font is valid
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

// ExplainCodePoints writes a note if the document shows characters by their code points.
func (d *Document) ExplainCodePoints() {
	if d.letters.missing {
		d.Paragraph("Characters without a glyph in this document's fonts are shown by their code points, such as [U+30AA].")
	}
}
