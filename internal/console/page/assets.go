package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// asset is a file with its response headers. A large asset is stored only in compressed form
// (Brotli). Its file name then ends in .br, but its URL does not.
type asset struct {
	kind   string
	plain  []byte
	zipped []byte
	packed []byte                             // content in compressed form (Brotli)
	unpack func() (unpacked asset, err error) // returns the uncompressed asset for clients that do not accept Brotli
}

// AssetsPath is the prefix of the URL paths of all assets.
const AssetsPath = "/assets/"

// AddAssets adds the assets of the given directories to the site and returns the base path of the assets. The
// path contains a digest of the assets, so that browsers may cache the assets without a time limit. AddAssets
// must not be called after the site has started serving.
func (s *Site) AddAssets(folders ...fs.FS) (base string, err error) {
	found := map[string]asset{}
	digest := sha256.New()
	for _, files := range folders {
		if err := collectAssets(found, digest, files); err != nil {
			return "", err
		}
	}
	base = AssetsPath + hex.EncodeToString(digest.Sum(nil))[:12] + "/"
	for name, a := range found {
		s.assets[base+name] = a
	}
	return base, nil
}

// collectAssets adds a directory's assets, by name, to those already found and writes their contents to digest.
func collectAssets(found map[string]asset, digest hash.Hash, files fs.FS) error {
	return fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		digest.Write(text) // a hash's Write method never returns an error
		short := strings.TrimPrefix(name, "assets/")
		if _, taken := found[short]; taken {
			return fmt.Errorf("two assets are called %s", short)
		}
		if bare, packed := strings.CutSuffix(short, ".br"); packed {
			found[bare] = asset{kind: kindOf(bare), packed: text, unpack: sync.OnceValues(func() (asset, error) { return unpack(text) })}
			return nil
		}
		found[short] = asset{kind: kindOf(short), plain: text, zipped: zip(text)}
		return nil
	})
}

// kindOf returns the media type of a file. For scripts and WebAssembly, whose media types browsers check, the
// result does not depend on the operating system.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// unpack decompresses a Brotli file for clients that do not accept Brotli.
func unpack(packed []byte) (a asset, err error) {
	a.plain, err = io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	a.zipped = zip(a.plain)
	return a, err
}

func zip(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(text) // writing to memory does not fail
	_ = w.Close()
	return b.Bytes()
}

// Assets returns the URL paths of all assets.
func (s *Site) Assets() []string { return slices.Sorted(maps.Keys(s.assets)) }

// ServeAsset serves the assets. The paths of assets begin with [AssetsPath].
func (s *Site) ServeAsset(w http.ResponseWriter, r *http.Request) {
	a, known := s.assets[r.URL.Path]
	if !known {
		s.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.Refuse(w, r, http.StatusMethodNotAllowed, "The method must be GET.")
		return
	}
	packed := a.packed != nil && accepts(r, "br")
	if a.packed != nil && !packed {
		unpacked, err := a.unpack()
		if err != nil {
			s.Fail(w, r, err)
			return
		}
		a.plain, a.zipped = unpacked.plain, unpacked.zipped
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if packed {
		send(w, r, http.StatusOK, "br", a.packed)
		return
	}
	write(w, r, http.StatusOK, a.plain, a.zipped)
}
