package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
)

// These patterns match a package manifest's generated entries: the API contract's version, the standards in the
// description, and the keywords.
var (
	versionLine  = regexp.MustCompile(`(?m)^(\s*"?version"?\s*[:=]\s*)"[^"]*"`)
	standardsIn  = regexp.MustCompile(`under [^:"]*, exact to the cent`)
	keywordsLine = regexp.MustCompile(`(?m)^(\s*"?keywords"?\s*[:=]\s*)\[[^\]]*\]`)
)

// Manifest returns package.json or pyproject.toml with its generated entries.
func Manifest(path string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	titles := make([]string, len(leasehold.Standards()))
	for i, s := range leasehold.Standards() {
		titles[i] = s.Title()
	}
	last := len(titles) - 1
	quoted, err := json.Marshal(append([]string{"lease", "accounting"}, titles...))
	if err != nil {
		return nil, err
	}
	for line, with := range map[*regexp.Regexp]string{
		versionLine:  `${1}"` + api.Version() + `"`,
		standardsIn:  "under " + strings.Join(titles[:last], ", ") + " and " + titles[last] + ", exact to the cent",
		keywordsLine: "${1}" + strings.ReplaceAll(string(quoted), `","`, `", "`),
	} {
		if n := len(line.FindAll(text, -1)); n != 1 {
			return nil, fmt.Errorf("%s has %d matches of %s", path, n, line)
		}
		text = line.ReplaceAll(text, []byte(with))
	}
	return text, nil
}
