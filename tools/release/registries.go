package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

// summary returns the description of the program in the API contract.
func (r *release) summary() (string, error) {
	text, err := os.ReadFile(filepath.Join(r.source, "api/openapi.json"))
	if err != nil {
		return "", err
	}
	var contract struct{ Info struct{ Summary string } }
	if err := json.Unmarshal(text, &contract); err != nil || contract.Info.Summary == "" {
		return "", fmt.Errorf("api/openapi.json: no summary: %w", err)
	}
	return strings.TrimSuffix(contract.Info.Summary, "."), nil
}

// npm packs the package for Node and browsers, as npm pack does.
func (r *release) npm(ctx context.Context, work string) error {
	if _, err := r.command(ctx, nil, "npm", "ci", "--no-audit", "--no-fund", "--prefix", "tools/pack"); err != nil {
		return err
	}
	dir := filepath.Join(work, "npm")
	if _, err := r.command(ctx, []string{"PACKAGE_VERSION=" + semantic(r.version)}, "scripts/npm", dir, "types"); err != nil {
		return err
	}
	list, err := tree(dir, "package")
	if err != nil {
		return err
	}
	return writeTarball(filepath.Join(r.dist, "leasehold-"+semantic(r.version)+".tgz"), list, r.time)
}

// beforeFinal matches the pre-release versions that both registries sort before the final release.
var beforeFinal = regexp.MustCompile(`^([0-9]+\.[0-9]+\.[0-9]+)-(alpha|beta|rc)\.?([0-9]+)$`)

// pythonic returns a version in Python packages' syntax.
func pythonic(version string) string {
	version = semantic(version)
	if m := beforeFinal.FindStringSubmatch(version); m != nil {
		return m[1] + map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[2]] + m[3]
	}
	number, rest, more := strings.Cut(strings.ReplaceAll(version, "+", "-"), "-")
	if !more {
		return number
	}
	return number + "+" + strings.ReplaceAll(rest, "-", ".")
}

// setting returns the value of a string setting in client/python/pyproject.toml.
func setting(project []byte, name string) (string, error) {
	m := regexp.MustCompile(`(?m)^` + name + ` = "([^"]*)"$`).FindSubmatch(project)
	if m == nil {
		return "", fmt.Errorf("pyproject.toml has no %s", name)
	}
	return string(m[1]), nil
}

// wheel packs the Python package. Because the package contains no compiled code, the wheel is just an archive
// of its files and metadata.
func (r *release) wheel() error {
	python := filepath.Join(r.source, "client/python")
	project, err := os.ReadFile(filepath.Join(python, "pyproject.toml"))
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(python, "README.md"))
	if err != nil {
		return err
	}
	about := map[string]string{}
	for _, name := range []string{"description", "requires-python"} {
		if about[name], err = setting(project, name); err != nil {
			return err
		}
	}
	version := pythonic(r.version)
	info := "leasehold-" + version + ".dist-info/"
	list, err := tree(filepath.Join(python, "leasehold"), "leasehold")
	if err != nil {
		return err
	}
	list = append(list,
		entry{name: info + "METADATA", mode: 0o644, text: fmt.Appendf(nil, `Metadata-Version: 2.4
Name: leasehold
Version: %s
Summary: %s
License-Expression: Apache-2.0
License-File: LICENSE
Project-URL: Repository, %s
Requires-Python: %s
Description-Content-Type: text/markdown

%s`, version, about["description"], home, about["requires-python"], readme)},
		entry{name: info + "WHEEL", mode: 0o644, text: []byte("Wheel-Version: 1.0\nGenerator: leasehold\nRoot-Is-Purelib: true\nTag: py3-none-any\n")},
		entry{name: info + "licenses/LICENSE", mode: 0o644, source: filepath.Join(r.source, "LICENSE")},
	)
	var record bytes.Buffer
	for _, e := range sorted(list) {
		text, err := e.read()
		if err != nil {
			return err
		}
		digest := sha256.Sum256(text)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", e.name, base64.RawURLEncoding.EncodeToString(digest[:]), len(text))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	list = append(list, entry{name: info + "RECORD", mode: 0o644, text: record.Bytes()})
	return writeZip(filepath.Join(r.dist, "leasehold-"+version+"-py3-none-any.whl"), list, r.time)
}

// identifier names the package in winget. Each version has three manifests: version, installer and
// description.
const identifier = "LeaseholdAuthors.Leasehold"

var wingetManifests = template.Must(template.New("").Parse(`{{define "version"}}PackageIdentifier: {{.ID}}
PackageVersion: {{.Version}}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.10.0
{{end}}{{define "installer"}}PackageIdentifier: {{.ID}}
PackageVersion: {{.Version}}
InstallerType: zip
NestedInstallerType: portable
ReleaseDate: {{.Date}}
Installers:
{{- range .Archives}}
- Architecture: {{.Arch}}
  InstallerUrl: {{.URL}}
  InstallerSha256: {{.Sum}}
  NestedInstallerFiles:
  - RelativeFilePath: {{.File}}
    PortableCommandAlias: leasehold
{{- end}}
ManifestType: installer
ManifestVersion: 1.10.0
{{end}}{{define "locale.en-US"}}PackageIdentifier: {{.ID}}
PackageVersion: {{.Version}}
PackageLocale: en-US
Publisher: The Leasehold authors
PublisherUrl: {{.Home}}
PackageName: Leasehold
PackageUrl: {{.Home}}
License: Apache-2.0
LicenseUrl: {{.Home}}/blob/main/LICENSE
ShortDescription: {{.About}}
Moniker: leasehold
Tags:
- accounting
- lease
ManifestType: defaultLocale
ManifestVersion: 1.10.0
{{end}}`))

// winget writes the manifests of the archives for Windows.
func (r *release) winget() error {
	type archive struct{ Arch, URL, Sum, File string }
	var archives []archive
	for _, b := range r.built {
		if b.os != "windows" {
			continue
		}
		path := r.name(b.platform() + ".zip")
		digest, err := sum(path)
		if err != nil {
			return err
		}
		arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[b.arch]
		top := filepath.Base(r.name(b.platform()))
		archives = append(archives, archive{arch, r.download(path), strings.ToUpper(digest), top + `\` + b.file()})
	}
	if len(archives) == 0 {
		return nil
	}
	data := map[string]any{
		"ID": identifier, "Version": semantic(r.version), "Date": r.time.Format("2006-01-02"), "Archives": archives, "Home": home, "About": r.about,
	}
	for kind, name := range map[string]string{"version": ".yaml", "installer": ".installer.yaml", "locale.en-US": ".locale.en-US.yaml"} {
		var out bytes.Buffer
		if err := wingetManifests.ExecuteTemplate(&out, kind, data); err != nil {
			return err
		}
		if err := write(filepath.Join(r.dist, identifier+name), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
