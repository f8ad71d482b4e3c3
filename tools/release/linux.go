package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the deb package format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the rpm package format
)

const home = "https://github.com/leasehold-accounting/leasehold"

const environment = `# Settings of the service on this machine; see leasehold serve --help.
# LEASEHOLD_ADDR=127.0.0.1:8080
# LEASEHOLD_PUBLIC_URL=https://leases.example
`

// reload makes systemd read a changed unit. Whether to start the service is the operator's decision.
const reload = "#!/bin/sh\nif [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi\n"

// packages writes the Linux packages, including the systemd unit.
func (r *release) packages(_ context.Context, b build, extras string) error {
	if b.os != "linux" {
		return nil
	}
	made := map[string]string{} // files that are not in the source, by name
	unit, err := os.ReadFile(filepath.Join(r.source, "deploy/systemd/leasehold.service"))
	if err != nil {
		return err
	}
	if !bytes.Contains(unit, []byte("ExecStart=/usr/local/bin/leasehold")) {
		return fmt.Errorf("the unit of systemd does not start /usr/local/bin/leasehold")
	}
	unit = bytes.ReplaceAll(unit, []byte("ExecStart=/usr/local/bin/leasehold"), []byte("ExecStart=/usr/bin/leasehold"))
	// The comment at the top of the unit describes the manual installation, so it is removed.
	unit = unit[bytes.Index(unit, []byte("[Unit]")):]
	for name, text := range map[string][]byte{"leasehold.service": unit, "leasehold.env": []byte(environment), "reload": []byte(reload)} {
		made[name] = filepath.Join(filepath.Dir(b.program), name)
		if err := os.WriteFile(made[name], text, 0o644); err != nil {
			return err
		}
	}
	list, err := r.installed(b, extras, made)
	if err != nil {
		return err
	}
	for _, form := range []string{"deb", "rpm"} {
		packager, err := nfpm.Get(form)
		if err != nil {
			return err
		}
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "leasehold", Arch: b.arch, Platform: "linux", Version: packaged(r.version), VersionSchema: "none", Release: "1",
			Section: "net", Priority: "optional", Maintainer: "The Leasehold authors <leasehold@users.noreply.github.com>",
			Description: r.about + "\nAn engine, a command line and a service.", Homepage: home, License: "Apache-2.0", MTime: r.time,
			Overridables: nfpm.Overridables{
				Contents: list, Scripts: nfpm.Scripts{PostInstall: made["reload"], PostRemove: made["reload"]},
				RPM: nfpm.RPM{BuildHost: "localhost", Group: "Applications/Business"},
			},
		})
		if err := nfpm.PrepareForPackager(info, form); err != nil {
			return err
		}
		var out bytes.Buffer
		if err := packager.Package(info, &out); err != nil {
			return err
		}
		if err := write(r.name(b.platform()+"."+form), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// installed returns the files to install, with their target paths. The argument made contains the generated files.
func (r *release) installed(b build, extras string, made map[string]string) (files.Contents, error) {
	put := func(source, to string, mode os.FileMode, kind string) *files.Content {
		return &files.Content{Source: source, Destination: to, Type: kind, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.time, Owner: "root", Group: "root"}}
	}
	list := files.Contents{
		put(b.program, "/usr/bin/leasehold", 0o755, ""),
		put(made["leasehold.service"], "/usr/lib/systemd/system/leasehold.service", 0o644, ""),
		put(made["leasehold.env"], "/etc/leasehold.env", 0o600, files.TypeConfigNoReplace),
		put(filepath.Join(r.source, "LICENSE"), "/usr/share/doc/leasehold/copyright", 0o644, ""),
		put(filepath.Join(r.source, "CHANGELOG.md"), "/usr/share/doc/leasehold/CHANGELOG.md", 0o644, ""),
		put(filepath.Join(extras, "completions/leasehold.bash"), "/usr/share/bash-completion/completions/leasehold", 0o644, ""),
		put(filepath.Join(extras, "completions/_leasehold"), "/usr/share/zsh/site-functions/_leasehold", 0o644, ""),
		put(filepath.Join(extras, "completions/leasehold.fish"), "/usr/share/fish/vendor_completions.d/leasehold.fish", 0o644, ""),
	}
	pages, err := filepath.Glob(filepath.Join(extras, "man/*.1"))
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		list = append(list, put(page, "/usr/share/man/man1/"+filepath.Base(page), 0o644, ""))
	}
	return list, nil
}

// packaged returns the version in Linux packages' syntax: it starts with a digit, and a pre-release sorts
// before its release.
func packaged(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version[0] < '0' || version[0] > '9' || !strings.Contains(version, ".") {
		version = "0.0.0~git" + version
	}
	return strings.ReplaceAll(version, "-", "~")
}

var release3 = regexp.MustCompile(`^v?[0-9]+\.[0-9]+\.[0-9]+`)

// semantic returns the semantic version that registries require.
func semantic(version string) string {
	if !release3.MatchString(version) {
		return "0.0.0-" + version
	}
	return strings.TrimPrefix(version, "v")
}
