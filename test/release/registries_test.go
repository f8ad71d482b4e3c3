package release

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// winget is the prefix of the winget manifests' names.
const winget = "LeaseholdAuthors.Leasehold"

// runIn runs a program in a directory and returns its output.
func runIn(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// npmWorks installs the npm package without a network and computes a lease with it.
func npmWorks(t *testing.T, path string) {
	t.Helper()
	dir := t.TempDir()
	runIn(t, dir, nil, "npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", dir, path)
	program := `import { load } from "leasehold";
import { readFileSync } from "node:fs";
const engine = await load();
const { data } = engine.compute({ commencementDate: "2026-01-01", termMonths: 60, paymentAmount: 10000, discountRateAnnual: "0.06" });
console.log(String(data.result.initialLiability), JSON.parse(readFileSync("node_modules/leasehold/package.json")).version);
process.exit(0);`
	if err := os.WriteFile(filepath.Join(dir, "try.mjs"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, nil, "node", "try.mjs"); got != "519841.89 9.8.7\n" {
		t.Errorf("it prints %q", got)
	}
	if types := read(t, dir, "node_modules/leasehold/src/index.d.ts"); !bytes.Contains(types, []byte("export")) {
		t.Errorf("it has no types: %s", types)
	}
}

// wheelWorks installs the Python package without a network and imports it.
func wheelWorks(t *testing.T, path string) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close() //nolint:errcheck // the file is only read
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	for _, want := range []string{"leasehold/py.typed", "leasehold-9.8.7.dist-info/RECORD", "leasehold-9.8.7.dist-info/licenses/LICENSE"} {
		if !slices.Contains(names, want) {
			t.Errorf("the wheel has no %s: %v", want, names)
		}
	}
	dir := t.TempDir()
	runIn(t, dir, nil, "python3", "-m", "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", "--root-user-action=ignore", "--target", dir, path)
	got := runIn(t, dir, []string{"PYTHONPATH=" + dir}, "python3", "-c",
		`import importlib.metadata, leasehold; print(leasehold.Client.__name__, importlib.metadata.version("leasehold"))`)
	if got != "Client 9.8.7\n" {
		t.Errorf("it prints %q", got)
	}
}

// wingetIsWhole checks the winget manifests. They must have the same version and contain the
// Windows archive's name and checksum, and the program's path in the archive.
func wingetIsWhole(t *testing.T, dist string) {
	t.Helper()
	for _, name := range []string{".yaml", ".installer.yaml", ".locale.en-US.yaml"} {
		var manifest struct {
			PackageIdentifier, PackageVersion, ManifestType string

			Installers []struct {
				InstallerUrl, InstallerSha256 string //nolint:revive // winget defines this name
				NestedInstallerFiles          []struct{ RelativeFilePath string }
			}
		}
		d := yaml.NewDecoder(bytes.NewReader(lowered(t, read(t, dist, winget+name))))
		if err := d.Decode(&manifest); err != nil {
			t.Fatal(err)
		}
		if manifest.PackageIdentifier != winget || manifest.PackageVersion != "9.8.7" || manifest.ManifestType == "" {
			t.Errorf("%s: %+v", name, manifest)
		}
		for _, i := range manifest.Installers {
			file := filepath.Base(i.InstallerUrl)
			archive := read(t, dist, file)
			digest := sha256.Sum256(archive)
			if !strings.EqualFold(i.InstallerSha256, hex.EncodeToString(digest[:])) {
				t.Errorf("%s: %s has another checksum", name, file)
			}
			z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := z.Open(strings.ReplaceAll(i.NestedInstallerFiles[0].RelativeFilePath, `\`, "/")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if name == ".installer.yaml" && len(manifest.Installers) != 1 {
			t.Errorf("%d installers", len(manifest.Installers))
		}
	}
}

// lowered returns a YAML document and changes the first letter of each key to lower case. The YAML
// decoder expects such keys for Go field names.
func lowered(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		key, rest, found := bytes.Cut(line, []byte(":"))
		if found {
			key = bytes.ToLower(key)
			line = append(append(bytes.Clone(key), ':'), rest...)
		}
		out.Write(line)
	}
	return out.Bytes()
}
