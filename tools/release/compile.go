package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// command runs a program in the source directory and returns its output.
func (r *release) command(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = r.source
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %v: %w\n%s", filepath.Base(name), args, err, stderr.String())
	}
	return out, nil
}

// compile builds the program for every platform as one static executable.
func (r *release) compile(ctx context.Context) error {
	for _, b := range r.built {
		env := []string{"CGO_ENABLED=0", "GOOS=" + b.os, "GOARCH=" + b.arch, "GOFLAGS=", "GOWORK=off"}
		_, err := r.command(ctx, env, "go", "build", "-trimpath", "-buildvcs=false",
			"-ldflags", "-s -w -X main.releaseVersion="+strings.TrimPrefix(r.version, "v")+" -X main.releaseCommit="+r.commit, "-o", b.program, "./cmd/leasehold")
		if err != nil {
			return err
		}
		about, err := r.command(ctx, nil, "go", "version", "-m", b.program)
		if err != nil {
			return err
		}
		if bytes.Contains(about, []byte("-tags")) {
			return fmt.Errorf("%s: a release has no build tags", b.platform())
		}
		fmt.Println("built", b.platform())
	}
	return nil
}

// extras writes the generated shell completions and manual pages to a
// directory.
func (r *release) extras(ctx context.Context, dir string) error {
	program := ""
	for _, b := range r.built {
		if b.os == runtime.GOOS && b.arch == runtime.GOARCH {
			program = b.program
		}
	}
	if program == "" {
		program = filepath.Join(filepath.Dir(dir), "here")
		if _, err := r.command(ctx, []string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/leasehold"); err != nil {
			return err
		}
	}
	completions, man := filepath.Join(dir, "completions"), filepath.Join(dir, "man")
	for _, d := range []string{completions, man} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	for shell, file := range map[string]string{"bash": "leasehold.bash", "zsh": "_leasehold", "fish": "leasehold.fish", "powershell": "leasehold.ps1"} {
		text, err := r.command(ctx, nil, program, "completion", shell)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(completions, file), text, 0o644); err != nil {
			return err
		}
	}
	_, err := r.command(ctx, []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix())}, "go", "test", "-trimpath", "-vet=off", "./cmd/leasehold",
		"-run", "^TestManualPages$", "-count=1", "-args", "-man", man)
	return err
}

func (r *release) bill(ctx context.Context, b build, _ string) error {
	cmd := exec.CommandContext(ctx, "go", "tool", "cyclonedx-gomod", "bin", "-json", "-noserial",
		"-version", r.version, "-output", r.name(b.platform()+".cdx.json"), b.program)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cyclonedx-gomod: %w\n%s", err, out)
	}
	return undated(r.name(b.platform() + ".cdx.json"))
}
