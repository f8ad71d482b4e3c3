package docs

import (
	"bytes"
	"flag"
	"fmt"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
)

var badges = flag.Bool("badges", false, "rewrite the badges of the README")

// badge returns the image of a badge with a label and its value.
func badge(label, value string) []byte {
	const letter, pad = 6.6, 8.0
	left, right := float64(len(label))*letter+2*pad, float64(len(value))*letter+2*pad
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="20" role="img" aria-label="%[4]s: %[5]s">
<rect width="%[1]g" height="20" rx="3" fill="#1d5c80"/><path d="M3 0h%[6]gv20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444c56"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle"><text x="%[2]g" y="14">%[4]s</text><text x="%[3]g" y="14">%[5]s</text></g>
</svg>
`, left+right, left/2, left+right/2, label, value, left-3)
}

// The badges of the README have the current values.
func TestBadgesAreCorrect(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(root, "README.md"))
	if licence := read(t, filepath.Join(root, "LICENSE")); !strings.Contains(licence, "Apache License") || !strings.Contains(licence, "Version 2.0") {
		t.Fatal("the licence is another")
	}
	for name, want := range map[string][]byte{
		"badge-contract.svg": badge("contract", api.Version()),
		"badge-rules.svg":    badge("rules revision", fmt.Sprint(leasehold.RulesRevision)),
		"badge-licence.svg":  badge("licence", "Apache 2.0"),
	} {
		path := filepath.Join(root, "docs/images", name)
		if *badges {
			if err := os.WriteFile(path, want, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not so any more (%v): go test ./test/docs -run TestBadges -args -badges", name, err)
		}
		if !strings.Contains(readme, "(docs/images/"+name+")") {
			t.Errorf("README.md does not show %s", name)
		}
	}
}

// The README contains an animation with at most the permitted file size.
func TestTheReadmeAnimationIsSmall(t *testing.T) {
	t.Parallel()
	const most = 1_500_000
	text := read(t, filepath.Join(root, "docs/images/workbench.gif"))
	picture, err := gif.DecodeAll(strings.NewReader(text))
	if err != nil || len(picture.Image) < 10 || len(text) > most {
		t.Errorf("%v: %d frames, %d bytes of at most %d", err, len(picture.Image), len(text), most)
	}
	if !strings.Contains(read(t, filepath.Join(root, "README.md")), "(docs/images/workbench.gif)") {
		t.Error("README.md does not show it")
	}
}
