// Command pack builds the engine of package inbrowser and records its sources. With the -check flag, it writes
// nothing, and fails if the stored engine does not match its sources.
//
// Run it in the repository's root directory.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/andybalholm/brotli"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/inbrowser"
)

const (
	program = "./cmd/wasm/workbench"
	folder  = "internal/console/inbrowser"
	// Without inlining, the compiled engine is one sixth smaller, and rendering remains fast enough.
	flags = "-gcflags=all=-l"
)

func main() {
	check := flag.Bool("check", false, "compare the engine with its sources instead of writing it")
	flag.Parse()
	run := write
	if *check {
		run = compare
	}
	if err := run(context.Background(), "."); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

type engine struct {
	wasm    []byte
	starter []byte // go.js, the start script
	licence []byte // Go's license text
}

// build builds the engine with the given Go version. The go command downloads that version if necessary.
func build(ctx context.Context, root, version string) (*engine, error) {
	dir, err := os.MkdirTemp("", "pack")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)                                              //nolint:errcheck // if removal fails, the system deletes the folder later
	cmd := exec.CommandContext(ctx, "scripts/wasm", dir, program, flags) //nolint:gosec // the arguments are constants and a folder that the program created
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+version)
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("scripts/wasm: %w", err)
	}
	e := &engine{}
	for name, content := range map[string]*[]byte{"engine.wasm": &e.wasm, "go.js": &e.starter, "LICENSE-go": &e.licence} {
		if *content, err = fs.ReadFile(os.DirFS(dir), name); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func write(ctx context.Context, root string) error {
	e, err := build(ctx, root, runtime.Version())
	if err != nil {
		return err
	}
	sources, err := digest(ctx, root)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(e.wasm); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	record, err := json.MarshalIndent(inbrowser.Built{
		Go: runtime.Version(), RulesRevision: leasehold.RulesRevision, Sources: sources, Engine: sum(e.wasm),
	}, "", "  ")
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"assets/engine.wasm.br": packed.Bytes(), "assets/go.js": e.starter, "LICENSE-go": e.licence, "built.json": append(record, '\n'),
	} {
		if err := os.WriteFile(filepath.Join(root, folder, name), content, 0o644); err != nil { //nolint:gosec // files in the repository may be readable by everyone
			return err
		}
	}
	return nil
}

var errStale = errors.New("the workbench engine differs from its sources: run make browser-engine")

func compare(ctx context.Context, root string) error {
	record, err := inbrowser.Record()
	if err != nil {
		return err
	}
	if err := current(ctx, root, record); err != nil {
		return err
	}
	e, err := build(ctx, root, record.Go)
	if err != nil {
		return err
	}
	there, err := fs.ReadFile(os.DirFS(filepath.Join(root, folder)), "assets/go.js")
	if err != nil {
		return err
	}
	if sum(e.wasm) != record.Engine || !bytes.Equal(there, e.starter) {
		return fmt.Errorf("%w (%s produces different bytes)", errStale, record.Go)
	}
	return nil
}

// current returns an error if the stored engine does not match its build record, or if the sources
// have changed since the engine was built.
func current(ctx context.Context, root string, record inbrowser.Built) error {
	packed, err := fs.ReadFile(os.DirFS(filepath.Join(root, folder)), "assets/engine.wasm.br")
	if err != nil {
		return err
	}
	wasm, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return fmt.Errorf("engine.wasm.br: %w", err)
	}
	sources, err := digest(ctx, root)
	if err != nil {
		return err
	}
	switch {
	case sum(wasm) != record.Engine:
		return fmt.Errorf("%w (it differs from the engine recorded in built.json)", errStale)
	case sources != record.Sources:
		return fmt.Errorf("%w (these have changed)", errStale)
	case record.RulesRevision != leasehold.RulesRevision:
		return fmt.Errorf("%w (the rules revision differs)", errStale)
	}
	return nil
}

// digest returns the SHA-256 of the engine's sources. These are the files of the engine's packages in this repository,
// and the versions of the other modules that the engine uses. Go's standard library is not included.
func digest(ctx context.Context, root string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module,GoFiles,EmbedFiles", program)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	list, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	h := sha256.New()
	fmt.Fprintln(h, flags)
	for packages := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			ImportPath, Dir     string
			Standard            bool
			Module              struct{ Path, Version string }
			GoFiles, EmbedFiles []string
		}
		err := packages.Decode(&p)
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", fmt.Errorf("go list: %w", err)
		}
		if p.Standard {
			continue
		}
		fmt.Fprintln(h, p.ImportPath, p.Module.Version)
		if p.Module.Version != "" { // go.sum determines the content of a module version
			continue
		}
		for _, name := range append(p.GoFiles, p.EmbedFiles...) {
			content, err := fs.ReadFile(os.DirFS(p.Dir), name)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(h, name, sum(content))
		}
	}
}

func sum(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}
