package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// asset is a file as it is sent.
type asset struct {
	kind   string
	plain  []byte
	zipped []byte
}

// AssetsPath is where all assets are.
const AssetsPath = "/assets/"

// addAssets adds the assets of some folders under one address, which contains
// their digest, so that browsers may keep them forever. It returns the address.
func (s *Site) addAssets(folders ...fs.FS) (base string, err error) {
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

// collectAssets adds the assets of a folder by their names.
func collectAssets(found map[string]asset, digest hash.Hash, files fs.FS) error {
	return fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		digest.Write(text) // a hash never fails to write
		zipped, err := zip(text)
		if err != nil {
			return err
		}
		kind := mime.TypeByExtension(path.Ext(name))
		if strings.HasSuffix(name, ".js") {
			kind = "text/javascript; charset=utf-8" // whatever the machine's table says
		}
		short := strings.TrimPrefix(name, "assets/")
		if _, taken := found[short]; taken {
			return fmt.Errorf("two assets are called %s", short)
		}
		found[short] = asset{kind, text, zipped}
		return nil
	})
}

func zip(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ServeAsset answers requests below [AssetsPath].
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
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	write(w, r, http.StatusOK, a.plain, a.zipped)
}
