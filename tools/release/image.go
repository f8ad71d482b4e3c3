package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user that owns the service's data in the image, as in deploy/Dockerfile.
const nobody = 65532

// image packs the Linux programs as a multi-architecture OCI image without a container engine. The
// result equals the image that deploy/Dockerfile builds.
func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, b := range r.built {
		if b.os != "linux" {
			continue
		}
		image, err := r.imageOf(b)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: b.os, Architecture: b.arch}},
		})
	}
	if m, err := index.IndexManifest(); err != nil || len(m.Manifests) == 0 {
		return err
	}
	dir, err := os.MkdirTemp("", "image")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// Tools look up the image by name in the top index, and the top index refers to the image's index.
	top := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, types.OCIImageIndex), mutate.IndexAddendum{
		Add: index, Descriptor: v1.Descriptor{Annotations: map[string]string{"org.opencontainers.image.ref.name": "leasehold:" + r.version}},
	})
	if _, err := layout.Write(dir, top); err != nil {
		return err
	}
	list, err := tree(dir, ".")
	if err != nil {
		return err
	}
	for i := range list {
		list[i].name = list[i].name[len("./"):]
	}
	var out bytes.Buffer
	if err := writeTar(&out, list, r.time); err != nil {
		return err
	}
	return write(r.name("image.oci.tar"), out.Bytes())
}

func (r *release) imageOf(b build) (v1.Image, error) {
	var files bytes.Buffer
	err := writeTar(&files, []entry{
		{name: "leasehold", source: b.program, mode: 0o755},
		{name: "data", mode: fs.ModeDir | 0o755, owner: nobody},
		{name: "licenses/leasehold/LICENSE", source: filepath.Join(r.source, "LICENSE"), mode: 0o644},
	}, r.time)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if image, err = mutate.AppendLayers(image, layer); err != nil {
		return nil, err
	}
	return mutate.ConfigFile(image, r.config(b, image))
}

// config returns the image configuration of deploy/Dockerfile.
func (r *release) config(b build, image v1.Image) *v1.ConfigFile {
	was, err := image.ConfigFile()
	if err != nil {
		panic(err) // cannot happen, because an image in memory has a configuration
	}
	c := was.DeepCopy()
	c.OS, c.Architecture, c.Created = b.os, b.arch, v1.Time{Time: r.time}
	c.History = nil
	c.Config = v1.Config{
		User: "65532:65532", Entrypoint: []string{"/leasehold"}, Cmd: []string{"serve"}, WorkingDir: "/",
		Env:          []string{"LEASEHOLD_ADDR=:8080", "LEASEHOLD_DB=sqlite:/data/leasehold.db"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		Labels: map[string]string{
			"org.opencontainers.image.title": "leasehold", "org.opencontainers.image.description": r.about,
			"org.opencontainers.image.source": home, "org.opencontainers.image.licenses": "Apache-2.0",
			"org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit,
		},
	}
	return c
}
