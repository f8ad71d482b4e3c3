package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// texts contains a workbook's shared strings. The field named all contains the strings one after
// another. The field named ends contains the position at which each string ends.
type texts struct {
	all  string
	ends []uint32
}

func (t *texts) of(number string) (string, bool) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(t.ends) {
		return "", false
	}
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.all[start:t.ends[i]], true
}

func readTexts(f *packed) (t texts, err error) {
	var all []byte
	err = each(f, func(in *tokens, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		before := len(all)
		if all, err = appendText(all, in, "si"); err != nil {
			return damaged("%s: %w", f.Name, err)
		}
		all = append(all[:before], cell.Trim(string(all[before:]))...)
		if len(all)+4*len(t.ends) > f.most.Texts {
			return damaged("its text is longer than %d MB", f.most.Texts>>20)
		}
		t.ends = append(t.ends, uint32(len(all)))
		return nil
	})
	t.all = string(all)
	return t, err
}

var errText = errors.New("a cell is longer than 1 MB")

// appendText appends the text of a shared string or a cell to dst. The element's start must already
// have been read. appendText joins the runs of rich text, and omits formulas and phonetic hints.
func appendText(dst []byte, in *tokens, element string) ([]byte, error) {
	start, inText, hints := len(dst), 0, 0
	for {
		token, err := in.next()
		if err != nil {
			return dst, unexpected(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "t", "v":
				inText++
			case "rPh":
				hints++
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t", "v":
				inText--
			case "rPh":
				hints--
			case element:
				return dst, nil
			}
		case xml.CharData:
			if inText > 0 && hints == 0 {
				if dst = append(dst, t...); len(dst)-start > maxText {
					return dst, errText
				}
			}
		}
	}
}

// unexpected replaces io.EOF with another error, because a file must not end within an element.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func readFormats(f *packed) ([]cell.Type, error) {
	var (
		list   []cell.Type
		custom = map[string]cell.Type{}
		inside bool
	)
	err := each(f, func(_ *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if len(custom) < maxFormats {
				custom[attribute(e, "numFmtId")] = formatOf(attribute(e, "formatCode"))
			}
		case "cellXfs":
			inside = true
		case "cellStyles", "dxfs":
			inside = false
		case "xf":
			if !inside || len(list) >= maxFormats {
				return nil
			}
			id := attribute(e, "numFmtId")
			look, ok := custom[id]
			if !ok {
				look = builtin(id)
			}
			list = append(list, look)
		}
		return nil
	})
	return list, err
}

func builtin(id string) cell.Type {
	n, _ := strconv.Atoi(id) // if id is not a number, n is 0, the general format
	switch {
	case n == 9 || n == 10:
		return cell.Percent
	case n >= 14 && n <= 22, n >= 27 && n <= 36, n >= 45 && n <= 47, n >= 50 && n <= 58:
		return cell.Date
	}
	return cell.Number
}

// formatOf returns the cell type for a number format. The letter d or y outside quotation marks and
// brackets means a date.
func formatOf(code string) cell.Type {
	look := cell.Number
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"', '[':
			end := strings.IndexByte(code[i+1:], map[byte]byte{'"': '"', '[': ']'}[c])
			if end < 0 {
				return look
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case ';':
			return look
		case '%':
			look = cell.Percent
		case 'y', 'Y', 'd', 'D':
			return cell.Date
		}
	}
	return look
}
