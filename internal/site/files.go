package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

//go:embed folder
var folder embed.FS

// folderFiles are copied unchanged.
var folderFiles = map[string]bool{
	"site.js": true, "site.css": true, "site-worker.js": true, "site.webmanifest": true, "icon.svg": true,
}

// pack compresses an engine, because a simple web server does not compress files.
func (m *maker) pack(engine, name string) error {
	wasm, err := os.ReadFile(engine) //nolint:gosec // a file of this build
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(wasm); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return m.put(name, packed.Bytes())
}

// addFiles adds the engine and, last, the offline cache, which lists every
// other file.
func (m *maker) addFiles() error {
	if err := m.pack(filepath.Join(m.Console, "engine.wasm"), "console.packed"); err != nil {
		return err
	}
	for _, name := range []string{"go.js", "LICENSE-go"} {
		text, err := os.ReadFile(filepath.Join(m.Console, name)) //nolint:gosec // a file of this build
		if err != nil {
			return err
		}
		if err := m.put(name, text); err != nil {
			return err
		}
	}
	digest := sha256.New()
	names := m.names()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(m.Dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		fmt.Fprintf(digest, "%s %d\n", name, len(text))
		digest.Write(text)
	}
	list, err := json.Marshal(slices.DeleteFunc(names, func(name string) bool { return name == "LICENSE-go" }))
	if err != nil {
		return err
	}
	keeper, err := folder.ReadFile("folder/sw.js")
	if err != nil {
		return err
	}
	keeper = bytes.Replace(keeper, []byte("__VERSION__"), []byte(hex.EncodeToString(digest.Sum(nil))[:16]), 1)
	return m.put("sw.js", bytes.Replace(keeper, []byte(`["__FILES__"]`), list, 1))
}
