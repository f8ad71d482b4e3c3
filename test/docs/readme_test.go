package docs

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
)

// The README has at most 700 words. It shows the program's current response, and the make targets
// named in it exist.
func TestTheReadmeIsShortAndCurrent(t *testing.T) {
	t.Parallel()
	const most = 700
	readme := read(t, filepath.Join(root, "README.md"))
	if n := len(strings.Fields(readme)); n > most {
		t.Errorf("README.md has %d words of at most %d", n, most)
	}
	for _, task := range regexp.MustCompile("(?m)(?:`|^)make ([a-z-]+)").FindAllStringSubmatch(readme, -1) {
		if !slices.Contains(tasks(t), task[1]) {
			t.Errorf("README.md names make %s, which does not exist", task[1])
		}
	}
	const command = "leasehold compute docs/examples/office.json --format table"
	shown := blocks(readme)
	i := slices.IndexFunc(shown, func(b block) bool { return strings.Contains(b.text, "$ "+command+"\n") })
	if i < 0 {
		t.Fatalf("README.md does not show %s", command)
	}
	run := exec.CommandContext(t.Context(), string(built(t)), strings.Fields(command)[1:]...)
	run.Dir = root
	got, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(shown[i].text, "$ "+command+"\n")
	(&shell{t: t}).compare("README.md", command, string(got), want)
}

// The README's badges show the current values. Its animation is not larger than permitted.
func TestTheImagesOfTheReadmeAreCurrent(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(root, "README.md"))
	for name, want := range map[string]string{
		"badge-contract.svg": "contract: " + api.Version(), "badge-rules.svg": fmt.Sprint("rules revision: ", leasehold.RulesRevision),
		"badge-licence.svg": "licence: Apache 2.0", "workbench.gif": "GIF",
	} {
		if !strings.Contains(readme, "(docs/images/"+name+")") {
			t.Errorf("README.md does not show %s", name)
		}
		text := read(t, filepath.Join(root, "docs/images", name))
		label, value, _ := strings.Cut(want, ": ")
		if !strings.Contains(text, want) || !strings.Contains(text, ">"+label+"<") && value != "" || !strings.Contains(text, ">"+value+"<") && value != "" || len(text) > 1_500_000 {
			t.Errorf("%s of %d bytes does not show %q", name, len(text), want)
		}
	}
}

// The installation page names the release's files.
func TestTheInstallationPageNamesTheRelease(t *testing.T) {
	t.Parallel()
	release := regexp.MustCompile(`releaseVersion = "([^"]+)"`).FindStringSubmatch(read(t, filepath.Join(root, "cmd/leasehold/version.go")))
	if release == nil {
		t.Fatal("version.go has no version")
	}
	named := regexp.MustCompile(`(?:leasehold@v|leasehold_v|leasehold-|release v)([0-9]+\.[0-9]+\.[0-9]+)`).
		FindAllStringSubmatch(read(t, filepath.Join(root, "docs/README.md")), -1)
	if len(named) < 8 {
		t.Errorf("docs/README.md names %d files of a release", len(named))
	}
	for _, n := range named {
		if n[1] != release[1] {
			t.Errorf("docs/README.md has %s of another release than %s", n[0], release[1])
		}
	}
}
