// Package release builds a release from the last commit twice, for two platforms. Both builds must
// be complete and identical byte for byte.
package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

const (
	root    = "../.."
	version = "v9.8.7"
)

// The test can run the program for the machine's platform. For Windows, it checks only the
// manifests.
var (
	platform = runtime.GOOS + "/" + runtime.GOARCH
	windows  = "windows/amd64"
)

// release builds a release in temporary directories with random names, so that no name can occur in
// its bytes.
func release(t *testing.T, environment ...string) (dist string) {
	t.Helper()
	dist = t.TempDir()
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/release"), version, platform, windows)
	cmd.Env = append(os.Environ(), append(environment, "RELEASE_UNSIGNED=1", "DIST="+dist, "TMPDIR="+t.TempDir())...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("scripts/release: %v\n%s", err, out)
	}
	return dist
}

func read(t *testing.T, elements ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A release without a signing key is built only if the environment explicitly requests it.
func TestAReleaseWithoutAKeyIsMadeOnRequestOnly(t *testing.T) {
	t.Parallel()
	dist := filepath.Join(t.TempDir(), "dist")
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/release"), version, platform)
	cmd.Env = append(os.Environ(), "RELEASE_KEY=", "RELEASE_UNSIGNED=", "DIST="+dist)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "RELEASE_UNSIGNED=1") {
		t.Errorf("%v, %s", err, out)
	}
	if _, err := os.Stat(dist); err == nil {
		t.Error("something was made")
	}
}

// Two releases from the same commit have the same bytes. A release's checksums and provenance list
// each file, and the operator's key signs the checksums.
func TestReleasesAreReproducible(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("a release is made from a commit: git is missing")
	}
	settings, verify := operator(t)
	first, second := release(t), release(t, settings...)
	verify(filepath.Join(second, "SHA256SUMS"))
	verify(filepath.Join(second, "provenance.intoto.json"))
	names, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil {
		t.Fatal(err)
	}
	sums, provenance := string(read(t, first, "SHA256SUMS")), string(read(t, first, "provenance.intoto.json"))
	for _, path := range names {
		name := filepath.Base(path)
		text := read(t, path)
		if !bytes.Equal(text, read(t, second, name)) {
			t.Errorf("%s differs between two releases of the same commit", name)
		}
		digest := sha256.Sum256(text)
		listed := hex.EncodeToString(digest[:])
		if name != "SHA256SUMS" && !strings.Contains(sums, listed+"  "+name+"\n") {
			t.Errorf("SHA256SUMS does not have %s", name)
		}
		if name != "SHA256SUMS" && name != "provenance.intoto.json" && !strings.Contains(provenance, listed) {
			t.Errorf("the provenance does not have %s", name)
		}
	}
	stem := "leasehold_" + version + "_" + strings.ReplaceAll(platform, "/", "_")
	for _, name := range []string{
		stem + ".tar.gz", stem + ".mcpb", stem + ".cdx.json", stem + ".deb", stem + ".rpm",
		"leasehold_" + version + "_image.oci.tar", "leasehold.rb", "server.json",
		"leasehold-9.8.7.tgz", "leasehold-9.8.7-py3-none-any.whl", winget + ".yaml", winget + ".installer.yaml", winget + ".locale.en-US.yaml",
	} {
		if !strings.Contains(sums, "  "+name+"\n") {
			t.Errorf("the release has no %s", name)
		}
	}
	t.Run("archive", func(t *testing.T) { archiveWorks(t, filepath.Join(first, stem+".tar.gz"), stem) })
	t.Run("image", func(t *testing.T) { imageIsWhole(t, filepath.Join(first, "leasehold_"+version+"_image.oci.tar")) })
	t.Run("package", func(t *testing.T) { packageIsWhole(t, filepath.Join(first, stem+".deb")) })
	t.Run("npm", func(t *testing.T) { npmWorks(t, filepath.Join(first, "leasehold-9.8.7.tgz")) })
	t.Run("wheel", func(t *testing.T) { wheelWorks(t, filepath.Join(first, "leasehold-9.8.7-py3-none-any.whl")) })
	t.Run("winget", func(t *testing.T) { wingetIsWhole(t, first) })
	t.Run("bill", func(t *testing.T) { billIsWhole(t, filepath.Join(first, stem+".cdx.json")) })
}

// unpack returns the contents of a tar archive's files, by name.
func unpack(t *testing.T, r io.Reader) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Uname != "" || header.Gname != "" {
			t.Errorf("%s belongs to %s of the machine that made it", header.Name, header.Uname)
		}
		if files[header.Name], err = io.ReadAll(archive); err != nil {
			t.Fatal(err)
		}
	}
}

func unzip(t *testing.T, text []byte) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// archiveWorks runs the program in an archive, and checks its version and the archive's other
// files.
func archiveWorks(t *testing.T, path, stem string) {
	t.Helper()
	files := unpack(t, unzip(t, read(t, path)))
	binary := filepath.Join(t.TempDir(), "leasehold")
	if err := os.WriteFile(binary, files[stem+"/leasehold"], 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := program.Binary(binary).Run(t.Context(), "version")
	if err != nil || !strings.HasPrefix(out.Stdout, "leasehold "+strings.TrimPrefix(version, "v")+",") {
		t.Errorf("%v: %+v", err, out)
	}
	if out, err := program.Binary(binary).Run(t.Context(), "doctor"); err != nil || out.Code != 0 {
		t.Errorf("doctor: %v: %+v", err, out)
	}
	for _, name := range []string{
		"LICENSE", "README.md", "openapi.yaml", "docs/FOR-DEVELOPERS.md", "docs/CLI.md", "docs/examples/office.json", "deploy/systemd/leasehold.service",
		"share/man/leasehold-compute.1", "share/completions/_leasehold", "share/completions/leasehold.bash",
	} {
		if len(files[stem+"/"+name]) == 0 {
			t.Errorf("the archive has no %s", name)
		}
	}
}

// descriptor identifies a blob in a container image.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations"`
}

// imageIsWhole checks a container image from its index to the program in it.
func imageIsWhole(t *testing.T, path string) {
	t.Helper()
	files := unpack(t, bytes.NewReader(read(t, path)))
	if !strings.Contains(string(files["oci-layout"]), "1.0.0") {
		t.Fatalf("oci-layout: %q", files["oci-layout"])
	}
	blob := func(d descriptor, into any) []byte {
		text := files["blobs/"+strings.Replace(d.Digest, ":", "/", 1)]
		if digest := sha256.Sum256(text); d.Digest != "sha256:"+hex.EncodeToString(digest[:]) || d.Size != len(text) {
			t.Fatalf("%+v has %d other bytes", d, len(text))
		}
		if into != nil {
			if err := json.Unmarshal(text, into); err != nil {
				t.Fatal(err)
			}
		}
		return text
	}
	var index, inner struct{ Manifests []descriptor }
	if err := json.Unmarshal(files["index.json"], &index); err != nil || len(index.Manifests) != 1 {
		t.Fatalf("%v: %s", err, files["index.json"])
	}
	if name := index.Manifests[0].Annotations["org.opencontainers.image.ref.name"]; name != "leasehold:"+version {
		t.Errorf("the image is named %q", name)
	}
	blob(index.Manifests[0], &inner)
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	blob(inner.Manifests[0], &manifest)
	var config struct {
		Architecture, OS string
		Config           struct {
			User            string
			Entrypoint, Cmd []string
		}
	}
	blob(manifest.Config, &config)
	if config.OS+"/"+config.Architecture != platform || config.Config.User != "65532:65532" || len(config.Config.Entrypoint) != 1 {
		t.Errorf("got %+v", config)
	}
	layer := unpack(t, unzip(t, blob(manifest.Layers[0], nil)))
	if len(layer[strings.TrimPrefix(config.Config.Entrypoint[0], "/")]) == 0 {
		t.Error("the image has no program")
	}
	if _, found := layer["data/"]; !found {
		t.Error("the image has no folder for its data")
	}
}

// packageIsWhole checks a Debian package with Debian's tool.
func packageIsWhole(t *testing.T, path string) {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "dpkg-deb", "--contents", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"./usr/bin/leasehold\n", "./usr/lib/systemd/system/leasehold.service\n", "./usr/share/man/man1/leasehold-serve.1", "./etc/leasehold.env\n"} {
		if !strings.Contains(string(list), want) {
			t.Errorf("the package has no %s", want)
		}
	}
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "dpkg-deb", "--extract", path, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if unit := string(read(t, dir, "usr/lib/systemd/system/leasehold.service")); !strings.Contains(unit, "ExecStart=/usr/bin/leasehold serve\n") {
		t.Errorf("the unit does not start the package's program:\n%s", unit)
	}
	control, err := exec.CommandContext(t.Context(), "dpkg-deb", "--field", path, "Version", "Architecture").Output()
	if err != nil || !strings.Contains(string(control), "Version: "+strings.TrimPrefix(version, "v")) {
		t.Errorf("%v: %s", err, control)
	}
}

// billIsWhole compares the software bill of materials with the Go module's dependencies.
func billIsWhole(t *testing.T, path string) {
	t.Helper()
	var bill struct {
		BOMFormat  string
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(read(t, path), &bill); err != nil || bill.BOMFormat != "CycloneDX" {
		t.Fatalf("%v: %q", err, bill.BOMFormat)
	}
	named := map[string]bool{}
	for _, c := range bill.Components {
		named[c.Name] = c.Version != ""
	}
	for _, module := range []string{"modernc.org/sqlite", "github.com/jackc/pgx/v5", "github.com/spf13/cobra"} {
		if !named[module] {
			t.Errorf("the bill of materials does not have %s", module)
		}
	}
}

// operator creates a temporary GnuPG key. It returns the settings for signing a release with this
// key, and a function that verifies a signature.
func operator(t *testing.T) (settings []string, verify func(path string)) {
	t.Helper()
	if _, err := exec.LookPath("gpg"); err != nil {
		t.Fatal("signatures are made with gpg: install Debian's package gnupg")
	}
	home, err := os.MkdirTemp("", "gpg") //nolint:usetesting // a socket's path must be short, and t.TempDir contains the test's name
	if err != nil {
		t.Fatal(err)
	}
	gpg := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "gpg", append([]string{"--batch", "--homedir", home}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("gpg %v: %v\n%s", args, err, out)
		}
	}
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		_ = exec.CommandContext(ctx, "gpgconf", "--homedir", home, "--kill", "all").Run() // ends this directory's GnuPG agent
		_ = os.RemoveAll(home)
	})
	gpg("--passphrase", "", "--quick-generate-key", "Test <test@example.org>", "ed25519", "sign", "never")
	return []string{"GNUPGHOME=" + home, "RELEASE_KEY=test@example.org"}, func(path string) { gpg("--verify", path+".asc", path) }
}
