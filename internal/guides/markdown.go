package guides

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

type document struct {
	title    string
	html     string
	sections []section
}

type section struct {
	heading

	text string
}

type heading struct {
	ID, Text string
	Level    int
}

func (d *document) headings(level int) (list []heading) {
	for _, s := range d.sections {
		if s.Level == level {
			list = append(list, s.heading)
		}
	}
	return list
}

// markdown renders HTML in documents unchanged, because guides use it to fold commands. All
// documents come from the repository, so this is safe.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))

// parse parses a document. address returns the target of a link.
func parse(source []byte, address func(string) string) (*document, error) {
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{seen: map[string]int{}}))))
	d := &document{}
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			h := heading{ID: string(name), Text: words(n, source), Level: n.Level}
			d.sections = append(d.sections, section{heading: h})
			if n.Level == 1 && d.title == "" {
				d.title = h.Text
			}
			return ast.WalkContinue, nil
		case *ast.Link:
			n.Destination = []byte(address(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(address(string(n.Destination)))
		}
		if n.Type() == ast.TypeBlock && n.FirstChild() == nil || n.Type() == ast.TypeBlock && n.FirstChild().Type() == ast.TypeInline {
			if len(d.sections) > 0 {
				last := &d.sections[len(d.sections)-1]
				last.text = strings.TrimSpace(last.text + " " + words(n, source))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	if d.title == "" {
		return nil, errors.New("a document begins with its title")
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, tree); err != nil {
		return nil, err
	}
	d.html = out.String()
	return d, nil
}

func words(n ast.Node, source []byte) string {
	var b strings.Builder
	if n.Type() == ast.TypeBlock && n.FirstChild() == nil { // a code block
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			b.Write(line.Value(source))
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	_ = ast.Walk(n, func(inner ast.Node, entering bool) (ast.WalkStatus, error) { // Walk cannot fail here
		if !entering {
			return ast.WalkContinue, nil
		}
		switch t := inner.(type) {
		case *ast.Text:
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(t.Value)
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// ids assigns ids to headings. Documents link to these ids.
type ids struct{ seen map[string]int }

// Generate implements [parser.IDs].
func (s *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '-', c == '_':
			return unicode.ToLower(c)
		case c == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(value)))
	n := s.seen[name]
	s.seen[name]++
	if n > 0 {
		name += "-" + strconv.Itoa(n)
	}
	return []byte(name)
}

// Put implements [parser.IDs].
func (s *ids) Put(value []byte) { s.seen[string(value)]++ }
