package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"
)

// sum returns the SHA-256 checksum of a release file.
func sum(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:]), nil
}

// undated removes the creation time from a bill of materials.
func undated(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var bill map[string]any
	if err := json.Unmarshal(text, &bill); err != nil {
		return err
	}
	if metadata, ok := bill["metadata"].(map[string]any); ok {
		delete(metadata, "timestamp")
	}
	if text, err = json.MarshalIndent(bill, "", "  "); err != nil {
		return err
	}
	return write(path, append(text, '\n'))
}

// download returns the download URL of a release file.
func (r *release) download(file string) string {
	return home + "/releases/download/" + r.version + "/" + filepath.Base(file)
}

var formula = template.Must(template.New("").Parse(`class Leasehold < Formula
  desc "{{.About}}"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.Arch}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "leasehold"
    bash_completion.install "share/completions/leasehold.bash" => "leasehold"
    zsh_completion.install "share/completions/_leasehold"
    fish_completion.install "share/completions/leasehold.fish"
    man1.install Dir["share/man/*.1"]
    doc.install "docs", "openapi.yaml"
  end

  test do
    assert_match "{{.Version}}", shell_output("#{bin}/leasehold version")
    system bin/"leasehold", "doctor"
  end
end
`))

type (
	system struct {
		Name     string
		Archives []archived
	}
	archived struct{ Arch, URL, Sum string }
)

// formula writes a Homebrew formula for the archives.
func (r *release) formula() error {
	var systems []system
	for _, s := range []struct{ os, name string }{{"darwin", "macos"}, {"linux", "linux"}} {
		here := system{Name: s.name}
		for _, b := range r.built {
			if b.os != s.os {
				continue
			}
			path := r.name(b.platform() + ".tar.gz")
			digest, err := sum(path)
			if err != nil {
				return err
			}
			arch := map[string]string{"amd64": "intel", "arm64": "arm"}[b.arch]
			here.Archives = append(here.Archives, archived{Arch: arch, URL: r.download(path), Sum: digest})
		}
		if len(here.Archives) > 0 {
			systems = append(systems, here)
		}
	}
	var out bytes.Buffer
	if err := formula.Execute(&out, map[string]any{"About": strings.TrimSuffix(r.about, ", exact to the cent"), "Home": home, "Version": semantic(r.version), "Systems": systems}); err != nil {
		return err
	}
	return write(filepath.Join(r.dist, "leasehold.rb"), out.Bytes())
}

// registry writes the entry for the registry of MCP servers.
func (r *release) registry() error {
	var packages []map[string]any
	for _, b := range r.built {
		path := r.name(b.platform() + ".mcpb")
		digest, err := sum(path)
		if err != nil {
			return err
		}
		packages = append(packages, map[string]any{
			"registryType": "mcpb", "identifier": r.download(path), "version": semantic(r.version), "fileSha256": digest,
			"transport": map[string]string{"type": "stdio"},
		})
	}
	return r.json("server.json", map[string]any{
		"$schema":     "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
		"name":        "io.github.leasehold-accounting/leasehold",
		"title":       "Leasehold",
		"description": r.about,
		"version":     semantic(r.version),
		"websiteUrl":  home,
		"repository":  map[string]string{"url": home, "source": "github"},
		"packages":    packages,
	})
}

// provenance writes the in-toto statement with the SLSA provenance of the
// release files.
func (r *release) provenance() error {
	paths, err := r.files()
	if err != nil {
		return err
	}
	subjects := make([]map[string]any, len(paths))
	for i, path := range paths {
		digest, err := sum(path)
		if err != nil {
			return err
		}
		subjects[i] = map[string]any{"name": filepath.Base(path), "digest": map[string]string{"sha256": digest}}
	}
	platforms := make([]string, len(r.built))
	for i, b := range r.built {
		platforms[i] = b.os + "/" + b.arch
	}
	return r.json("provenance.intoto.json", map[string]any{
		"_type":         "https://in-toto.io/Statement/v1",
		"subject":       subjects,
		"predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType":          home + "/blob/main/CONTRIBUTING.md#releases",
				"externalParameters": map[string]any{"version": r.version, "platforms": platforms},
				"resolvedDependencies": []any{
					map[string]any{"uri": "git+" + home, "digest": map[string]string{"gitCommit": r.commit}},
					map[string]any{"uri": "https://go.dev/dl/#" + runtime.Version()},
				},
			},
			"runDetails": map[string]any{"builder": map[string]string{"id": r.builder}},
		},
	})
}

// checksums writes the checksums of all other files.
func (r *release) checksums() error {
	paths, err := r.files()
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, path := range paths {
		digest, err := sum(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%s  %s\n", digest, filepath.Base(path))
	}
	return write(filepath.Join(r.dist, "SHA256SUMS"), []byte(out.String()))
}

// files lists the existing files of the release, sorted by name.
func (r *release) files() ([]string, error) { return filepath.Glob(filepath.Join(r.dist, "*")) }

func (r *release) json(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(r.dist, name), append(text, '\n'))
}
