package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file in an archive.
type entry struct {
	name   string // path with slashes as separators
	source string // path to the contents, unless the text field is set
	text   []byte // contents, unless source is set
	mode   fs.FileMode
	owner  int
}

func (e entry) read() ([]byte, error) {
	if e.source == "" {
		return e.text, nil
	}
	return os.ReadFile(e.source)
}

// tree lists the files of a directory under the given name.
func tree(dir, name string) (list []entry, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rest, err := filepath.Rel(dir, path)
		list = append(list, entry{name: name + "/" + filepath.ToSlash(rest), source: path, mode: 0o644})
		return err
	})
	return list, err
}

// archive packs the program with its documents and completions.
func (r *release) archive(_ context.Context, b build, extras string) error {
	top := filepath.Base(r.name(b.platform()))
	list := []entry{{name: top + "/" + b.file(), source: b.program, mode: 0o755}}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"} {
		list = append(list, entry{name: top + "/" + name, source: filepath.Join(r.source, name), mode: 0o644})
	}
	list = append(list, entry{name: top + "/openapi.yaml", source: filepath.Join(r.source, "api/openapi.yaml"), mode: 0o644})
	for dir, name := range map[string]string{
		filepath.Join(r.source, "docs"):   "docs",
		filepath.Join(r.source, "deploy"): "deploy", extras: "share",
	} {
		more, err := tree(dir, top+"/"+name)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	list = slices.DeleteFunc(list, func(e entry) bool { return strings.HasSuffix(e.name, ".go") })
	if b.os == "windows" {
		return writeZip(r.name(b.platform()+".zip"), list, r.time)
	}
	return writeTarball(r.name(b.platform()+".tar.gz"), list, r.time)
}

// bundle packs the program as a Model Context Protocol bundle, which agent hosts can install.
func (r *release) bundle(_ context.Context, b build, _ string) error {
	platform := map[string]string{"darwin": "darwin", "windows": "win32", "linux": "linux"}[b.os]
	manifest, err := json.MarshalIndent(map[string]any{
		"manifest_version": "0.3",
		"name":             "leasehold",
		"display_name":     "Leasehold",
		"version":          semantic(r.version),
		"description":      r.about,
		"author":           map[string]string{"name": "The Leasehold authors", "url": home},
		"homepage":         home,
		"license":          "Apache-2.0",
		"server": map[string]any{
			"type": "binary", "entry_point": b.file(),
			"mcp_config": map[string]any{"command": "${__dirname}/" + b.file(), "args": []string{"mcp"}},
		},
		"compatibility": map[string]any{"platforms": []string{platform}},
	}, "", "  ")
	if err != nil {
		return err
	}
	return writeZip(r.name(b.platform()+".mcpb"), []entry{
		{name: "manifest.json", text: append(manifest, '\n'), mode: 0o644},
		{name: b.file(), source: b.program, mode: 0o755},
		{name: "LICENSE", source: filepath.Join(r.source, "LICENSE"), mode: 0o644},
	}, r.time)
}

func sorted(list []entry) []entry {
	return slices.SortedFunc(slices.Values(list), func(a, b entry) int { return strings.Compare(a.name, b.name) })
}

func writeZip(path string, list []entry, when time.Time) error {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range sorted(list) {
		text, err := e.read()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
		header.SetMode(e.mode)
		w, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return write(path, out.Bytes())
}

func writeTarball(path string, list []entry, when time.Time) error {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := writeTar(z, list, when); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return write(path, out.Bytes())
}

// writeTar writes entries sorted by name. An entry with neither source nor text is a directory.
func writeTar(to io.Writer, list []entry, when time.Time) error {
	t := tar.NewWriter(to)
	for _, e := range sorted(list) {
		header := &tar.Header{
			Name: e.name, Mode: int64(e.mode.Perm()), ModTime: when, Uid: e.owner, Gid: e.owner, Format: tar.FormatPAX, Typeflag: tar.TypeReg,
		}
		var text []byte
		if e.mode.IsDir() {
			header.Name, header.Typeflag = e.name+"/", tar.TypeDir
		} else {
			var err error
			if text, err = e.read(); err != nil {
				return err
			}
		}
		header.Size = int64(len(text))
		if err := t.WriteHeader(header); err != nil {
			return err
		}
		if _, err := t.Write(text); err != nil {
			return err
		}
	}
	return t.Close()
}

// write writes and reports a file of the release.
func write(path string, text []byte) error {
	fmt.Println(filepath.Base(path))
	return os.WriteFile(path, text, 0o644)
}
