package docs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// The README has at most 700 words. The README shows the current response of the program, and the
// make targets that it names exist.
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
	binary, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), string(binary), strings.Fields(command)[1:]...)
	run.Dir = root
	got, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(shown[i].text, "$ "+command+"\n")
	(&shell{t: t}).compare("README.md", command, string(got), want)
}

// The installation page names the files of the release.
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
