// Command release builds a release from a commit's source directory: archives and packages for every platform,
// an image, and descriptions of these. The same source, version and Go toolchain result in identical bytes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// release contains the settings of the release that is being built.
type release struct {
	source  string // directory with the files of the commit
	dist    string // directory for all files of the release
	version string
	commit  string
	builder string // builder ID in the provenance
	about   string // one-sentence description of the program, from the API contract
	time    time.Time
	built   []build
}

// build is the program for one platform.
type build struct {
	os, arch string
	program  string // path of the compiled program
}

func (b build) platform() string { return b.os + "_" + b.arch }

func (b build) file() string {
	if b.os == "windows" {
		return "leasehold.exe"
	}
	return "leasehold"
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var version = regexp.MustCompile(`^v?[0-9A-Za-z][0-9A-Za-z.+-]*$`)

func run(ctx context.Context, args []string) error {
	r := &release{}
	var epoch int64
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.StringVar(&r.source, "source", "", "folder with the files of the commit")
	flags.StringVar(&r.dist, "dist", "", "empty folder for the release")
	flags.StringVar(&r.version, "version", "", "the release's version, such as v1.2.3")
	flags.StringVar(&r.commit, "commit", "", "the commit's full hash")
	flags.StringVar(&r.builder, "builder", "https://github.com/leasehold-accounting/leasehold/blob/main/scripts/release", "builder id for the provenance (a URI)")
	flags.Int64Var(&epoch, "epoch", 0, "the commit's time, in seconds since 1970")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !version.MatchString(r.version) || r.source == "" || r.dist == "" || epoch == 0 || r.commit == "" || flags.NArg() == 0 {
		return errors.New("needs -source, -dist, -version, -commit, -epoch and platforms such as linux/amd64")
	}
	r.time = time.Unix(epoch, 0).UTC()
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, platform := range flags.Args() {
		os, arch, found := strings.Cut(platform, "/")
		if !found {
			return fmt.Errorf("%q is not a platform such as linux/amd64", platform)
		}
		r.built = append(r.built, build{os: os, arch: arch, program: filepath.Join(work, os+"_"+arch, "leasehold")})
	}
	return r.make(ctx, work)
}

// make builds all parts of the release in dependency order.
func (r *release) make(ctx context.Context, work string) error {
	var err error
	if r.about, err = r.summary(); err != nil {
		return err
	}
	if err := r.compile(ctx); err != nil {
		return err
	}
	extras := filepath.Join(work, "extras")
	if err := r.extras(ctx, extras); err != nil {
		return err
	}
	for _, b := range r.built {
		for _, step := range []func(context.Context, build, string) error{r.archive, r.bundle, r.bill, r.packages} {
			if err := step(ctx, b, extras); err != nil {
				return fmt.Errorf("%s: %w", b.platform(), err)
			}
		}
	}
	if err := r.npm(ctx, work); err != nil {
		return fmt.Errorf("npm: %w", err)
	}
	for _, step := range []func() error{r.wheel, r.image, r.formula, r.winget, r.registry, r.provenance, r.checksums} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// name returns the name of a release file.
func (r *release) name(rest string) string {
	return filepath.Join(r.dist, "leasehold_"+r.version+"_"+rest)
}
