package deploy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

const siteName = "leases.example"

// machine simulates a machine in a directory. The files in deploy/ are changed so that their paths
// are below this directory and their ports need no privileges.
type machine struct {
	*testing.T

	root, deploy     string
	api, plain, safe string // port numbers
	cert, key        string // paths of the site's certificate and its key, outside the simulated machine's directory
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{T: t, root: t.TempDir(), api: freePort(t), plain: freePort(t), safe: freePort(t)}
	for _, folder := range []string{"usr/local/bin", "etc/systemd/system", "etc/nginx/conf.d", "etc/letsencrypt/live", "var/lib/leasehold", "var/lib/leasehold-backup", "var/www/html", "run"} {
		if err := os.MkdirAll(filepath.Join(m.root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m.certificate()
	m.deploy = filepath.Join(t.TempDir(), "deploy")
	err := filepath.WalkDir(filepath.Join(root, "deploy"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		about, err := entry.Info()
		if err != nil {
			return err
		}
		name := filepath.Join(m.deploy, strings.TrimPrefix(path, filepath.Join(root, "deploy")))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, []byte(m.here(string(text))), about.Mode())
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the port must be free for its user
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

var absolute = regexp.MustCompile(`(^|[\s"'=:>])(/(?:usr/local|etc|var|run)\b)`)

// here replaces the paths and ports in text with the paths and ports of the simulated machine.
func (m *machine) here(text string) string {
	text = absolute.ReplaceAllString(text, "${1}"+m.root+"${2}")
	text = strings.ReplaceAll(text, "127.0.0.1:8080", "127.0.0.1:"+m.api)
	text = strings.ReplaceAll(text, "127.0.0.1:9464", "127.0.0.1:0")
	text = regexp.MustCompile(`(?m)^ *listen \[::\]:.*\n`).ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "listen 80;", "listen 127.0.0.1:"+m.plain+";")
	text = strings.ReplaceAll(text, "listen 443 ", "listen 127.0.0.1:"+m.safe+" ")
	return strings.ReplaceAll(text, "https://$NAME", "https://$NAME:"+m.safe)
}

// certificate creates a certificate for the test.
func (m *machine) certificate() {
	m.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		m.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: siteName}, DNSNames: []string{siteName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, private.Public(), private)
	if err != nil {
		m.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		m.Fatal(err)
	}
	folder := m.TempDir()
	m.cert, m.key = filepath.Join(folder, "fullchain.pem"), filepath.Join(folder, "privkey.pem")
	for name, block := range map[string]*pem.Block{m.cert: {Type: "CERTIFICATE", Bytes: der}, m.key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			m.Fatal(err)
		}
	}
}

// tool returns the path of a program that scripts/packages installs.
func tool(t *testing.T, name string) string {
	t.Helper()
	for _, folder := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin") {
		if path := filepath.Join(folder, name); exists(path) {
			return path
		}
	}
	t.Fatalf("%s is not installed; scripts/packages installs it", name)
	return ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// nginxFrame contains the settings from Debian's nginx.conf that a site requires.
const nginxFrame = `pid %[1]s/run/nginx.pid;
error_log %[1]s/run/nginx.log;
worker_processes 1;
user root; # a folder of a test is its user's alone
events {}
http {
    access_log off;
    client_body_temp_path %[1]s/run/body; proxy_temp_path %[1]s/run/proxy;
    fastcgi_temp_path %[1]s/run/fastcgi; uwsgi_temp_path %[1]s/run/uwsgi; scgi_temp_path %[1]s/run/scgi;
    include %[1]s/etc/nginx/conf.d/*.conf;
}
`

// stubs replaces programs that require privileges. The systemd stub runs a unit's command with the
// unit's environment, and the certificate authority's stub issues a certificate.
const stubs = `
apt-get() { :; }
certbot() {
	mkdir -p "$ROOT/etc/letsencrypt/live/$NAME"
	cp "$CERT" "$CERTKEY" "$ROOT/etc/letsencrypt/live/$NAME/"
}
nginx() { command "$WEBSERVER" -p "$ROOT" -e "$ROOT/run/nginx.log" -c "$ROOT/etc/nginx/nginx.conf" "$@"; }
curl() { command curl -S --cacert "$CERT" --resolve "$NAME:$SAFE:127.0.0.1" "$@"; }
unit() { # its environment, and then its command
	(
		sed -n 's/^Environment=//p' "$ROOT/etc/systemd/system/$1.service"
		[ "$1" != leasehold ] || sed '/^#/d; /^$/d' "$ROOT/etc/leasehold.env"
		echo "PATH=$PATH"
	) > "$ROOT/run/$1.env"
	command=$(sed -n 's/^ExecStart=//p' "$ROOT/etc/systemd/system/$1.service")
	[ -n "$command" ] || return 1
	xargs -d '\n' sh -c 'command=$0; exec env -i "$@" sh -c "exec $command"' "$command" < "$ROOT/run/$1.env"
}
systemctl() {
	case "$*" in
	daemon-reload | "enable --now leasehold-backup.timer") [ -n "$(ls "$ROOT/etc/systemd/system")" ] ;;
	"enable --now leasehold") set -m; unit leasehold > /dev/null 2> "$ROOT/run/leasehold.log" & echo $! > "$ROOT/run/server.pid"; set +m ;;
	"start leasehold-backup") unit leasehold-backup ;;
	"reload nginx") if [ -s "$ROOT/run/nginx.pid" ]; then nginx -s reload; else nginx; fi ;;
	*) echo "no systemctl $*" >&2; return 1 ;;
	esac
}
finish() {
	nginx -s stop 2> /dev/null || :
	kill -- "-$(cat "$ROOT/run/server.pid")" 2> /dev/null || :
	wait
}
trap finish EXIT
set -eu
`

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// The commands in docs/FOR-OPERATORS.md, run in order, create an account, a checked backup, and a
// server that responds over https.
func TestTheDeployPageSetsUpHTTPS(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "docs/FOR-OPERATORS.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t)
	if err := os.WriteFile(filepath.Join(m.root, "etc/nginx/nginx.conf"), fmt.Appendf(nil, nginxFrame, m.root), 0o600); err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString(stubs)
	blocks := shellBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 5 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, block := range blocks {
		script.WriteString(m.here(block[1]))
	}
	work := filepath.Dir(m.deploy)
	if err := os.MkdirAll(filepath.Join(work, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(string(built(t)), filepath.Join(work, "bin/leasehold")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script.String())
	cmd.Dir, cmd.WaitDelay = work, 20*time.Second
	cmd.Stdin = strings.NewReader("gnu-tulip-oboe-lamp\n")
	cmd.Env = append(os.Environ(), "ROOT="+m.root, "CERT="+m.cert, "CERTKEY="+m.key, "SAFE="+m.safe, "NAME="+siteName,
		"WEBSERVER="+tool(t, "nginx"), "PATH="+filepath.Join(m.root, "usr/local/bin")+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(m.root, "run/leasehold.log"))
		t.Fatalf("%v\n%s\n%s", err, out, log)
	}
	for _, want := range []string{`{"status":"ok"}`, "519841.89", "Created the account admin@" + siteName, "Counters, usage log and replay records agree"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if copies, err := filepath.Glob(filepath.Join(m.root, "var/lib/leasehold-backup/leasehold-*.db")); err != nil || len(copies) != 1 {
		t.Errorf("copies %v, %v", copies, err)
	}
}

// A backup is removed after the configured number of days, but only if a newer valid backup exists.
func TestBackupsAreRotated(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	b := built(t)
	bin := filepath.Join(m.root, "usr/local/bin")
	if err := os.Link(string(b), filepath.Join(bin, "leasehold")); err != nil {
		t.Fatal(err)
	}
	db := "sqlite:" + filepath.Join(m.root, "var/lib/leasehold/leasehold.db")
	createKey(t, b, db)
	folder := filepath.Join(m.root, "var/lib/leasehold-backup")
	for name, days := range map[string]int{"leasehold-old.db": 20, "leasehold-young.db": 3, "other.db": 90} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-time.Duration(days) * 24 * time.Hour)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	run := func(db string) error {
		cmd := exec.CommandContext(t.Context(), filepath.Join(m.deploy, "systemd/leasehold-backup"), folder, "14")
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "LEASEHOLD_DB="+db)
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		return err
	}
	old := filepath.Join(folder, "leasehold-old.db")
	if err := run("sqlite:" + filepath.Join(m.root, "missing.db")); err == nil || !exists(old) {
		t.Errorf("without a copy: %v, and the old one is there: %v", err, exists(old))
	}
	if err := run(db); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(copies) != 3 || exists(old) || !exists(filepath.Join(folder, "other.db")) {
		t.Errorf("%v, %v", copies, err)
	}
}
