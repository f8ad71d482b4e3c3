// Package deploy checks the files in deploy/ and runs their commands as ordinary processes, without
// a container engine.
package deploy

import (
	"bufio"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
	"golang.org/x/sys/unix"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

const root = "../.."

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// instruction is a line of a Dockerfile.
type instruction struct{ name, rest string }

func dockerfile(t *testing.T) (list []instruction) {
	t.Helper()
	lines := bufio.NewScanner(strings.NewReader(read(t, "Dockerfile")))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, found := strings.Cut(line, " ")
		if !found || !slices.Contains([]string{"FROM", "ARG", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}, name) {
			t.Errorf("not an instruction: %q", line)
		}
		list = append(list, instruction{name, strings.TrimSpace(rest)})
	}
	return list
}

// The image is built in stages from a pinned Go version. The image contains only the program, which
// runs without privileges.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	list := dockerfile(t)
	var stages []string
	last := map[string]string{}
	for _, i := range list {
		if i.name == "FROM" {
			stages = append(stages, i.rest)
			clear(last)
		}
		last[i.name] = i.rest
		if source, found := strings.CutPrefix(i.rest, "--from="); i.name == "COPY" && !found && len(stages) == 1 {
			for file := range strings.FieldsSeq(strings.TrimSuffix(strings.TrimSuffix(source, "./"), " .")) {
				if _, err := os.Stat(filepath.Join(root, file)); err != nil {
					t.Errorf("COPY %s: %v", i.rest, err)
				}
			}
		}
	}
	if len(stages) != 2 || !regexp.MustCompile(`^golang:1\.\d+-\w+ AS build$`).MatchString(stages[0]) || stages[1] != "scratch" {
		t.Errorf("stages %q", stages)
	}
	if !strings.HasPrefix(goVersion(t), strings.TrimSuffix(strings.TrimPrefix(strings.Fields(stages[0])[0], "golang:"), "-bookworm")) {
		t.Errorf("%s does not build a module of Go %s", stages[0], goVersion(t))
	}
	if !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(last["USER"]) {
		t.Errorf("USER %s is not a number without privileges", last["USER"])
	}
	if last["ENTRYPOINT"] != `["/leasehold"]` || last["CMD"] != `["serve"]` {
		t.Errorf("ENTRYPOINT %s CMD %s", last["ENTRYPOINT"], last["CMD"])
	}
	if !strings.HasSuffix(last["HEALTHCHECK"], ` CMD ["/leasehold", "health"]`) {
		t.Errorf("HEALTHCHECK %s", last["HEALTHCHECK"])
	}
}

func goVersion(t *testing.T) string {
	t.Helper()
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(module)
	if found == nil {
		t.Fatal("go.mod names no version")
	}
	return string(found[1])
}

// TestDockerfileCommandsRun checks that the image's build command creates a static program, and
// that this program serves with the image's settings.
func TestDockerfileCommandsRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var environment []string
	for _, i := range dockerfile(t) {
		switch {
		case i.name == "RUN" && strings.Contains(i.rest, "go build"):
			command := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(i.rest, "/out", dir))
			command.Dir = root
			if out, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", i.rest, err, out)
			}
		case i.name == "ENV":
			environment = strings.Fields(strings.ReplaceAll(i.rest, "/data", dir))
		}
	}
	path := filepath.Join(dir, "leasehold")
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // the file is only read
	if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the program needs %v, %v", libraries, err)
	}
	if out, err := exec.CommandContext(t.Context(), path, "version").Output(); err != nil || !regexp.MustCompile(`^leasehold [0-9]+\.[0-9]+\.[0-9]+, `).Match(out) {
		t.Errorf("the image does not know its version: %s, %v", out, err)
	}
	serves(t, program.Binary(path), setting(environment, "LEASEHOLD_DB"), nil)
}

func setting(environment []string, name string) string {
	for _, v := range environment {
		if value, found := strings.CutPrefix(v, name+"="); found {
			return value
		}
	}
	return ""
}

// serves starts a server, creates a key, checks that a request with the key succeeds, and stops the
// server.
func serves(t *testing.T, b program.Binary, db string, environment []string) {
	t.Helper()
	server := &program.Server{Binary: b, DB: db, Env: environment}
	server.MustStart(t)
	computes(t, server.URL(), createKey(t, b, db))
	if err := server.Stop(); err != nil {
		t.Error(err)
	}
}

func createKey(t *testing.T, b program.Binary, db string) string {
	t.Helper()
	return b.MustCreateKeys(t, db, "pro", "live", 1)[0].Key
}

func computes(t *testing.T, base, key string) {
	t.Helper()
	client := wire.NewClient(base, 1)
	defer client.Close()
	reply, err := client.Do(t.Context(), wire.Call{
		Path: wire.Path("compute"), Key: key,
		Body: `{"commencementDate":"2025-01-31","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06}`,
	})
	if err != nil || reply.Status != http.StatusOK {
		t.Fatalf("%v, %v", reply, err)
	}
}

// composeFile contains the fields of the Compose format that the repository's file uses. Any other
// field is an error.
type composeFile struct {
	Template *service `yaml:"x-leasehold"`
	Services map[string]service
	Volumes  map[string]any
	Secrets  map[string]struct{ File string }
}

type service struct {
	Build       struct{ Context, Dockerfile string }
	Image       string
	Restart     string
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Grace       string   `yaml:"stop_grace_period"`
	MemLimit    string   `yaml:"mem_limit"`
	Environment map[string]string
	Command     []string
	DependsOn   any `yaml:"depends_on"`
	Ports       []string
	Volumes     []string
	Secrets     []string
	Healthcheck map[string]any
}

// Two replicas, PostgreSQL and a load balancer for both replicas work with the configuration in the
// Compose file. The test runs each of their commands as a separate process.
func TestComposeFile(t *testing.T) {
	t.Parallel()
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "compose/compose.yaml")))
	decoder.KnownFields(true)
	var file composeFile
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if names := slices.Sorted(maps.Keys(file.Services)); !slices.Equal(names, []string{"balancer", "leasehold-1", "leasehold-2", "postgres"}) {
		t.Fatalf("services %v", names)
	}
	for name, s := range file.Services {
		if s.Image == "" || s.Restart == "" || name != "leasehold-1" && name != "leasehold-2" && !strings.Contains(s.Image, ":") {
			t.Errorf("%s: image %q, restart %q", name, s.Image, s.Restart)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s: port %s is open to the world", name, port)
			}
		}
	}
	cluster, err := pgtest.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	database, err := cluster.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := built(t)
	var servers []*program.Server
	for _, name := range []string{"leasehold-1", "leasehold-2"} {
		s := file.Services[name]
		if !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") || !slices.Equal(s.Command, []string{"serve"}) || grace(t, s.Grace) <= 30*time.Second {
			t.Errorf("%s: %+v", name, s)
		}
		if _, err := os.Stat(filepath.Join(root, "deploy/compose", s.Build.Context, s.Build.Dockerfile)); err != nil {
			t.Error(err)
		}
		secret, found := strings.CutPrefix(s.Environment["LEASEHOLD_DB_FILE"], "/run/secrets/")
		if !found || !slices.Contains(s.Secrets, secret) || file.Secrets[secret].File == "" {
			t.Errorf("%s: no secret %q among %v, %v", name, secret, s.Secrets, file.Secrets)
		}
		servers = append(servers, &program.Server{Binary: b, DB: cluster.URL(database), Env: []string{
			"LEASEHOLD_PLANS=" + mounted(t, s.Volumes, s.Environment["LEASEHOLD_PLANS"]),
			"LEASEHOLD_TRUSTED_PROXIES=" + s.Environment["LEASEHOLD_TRUSTED_PROXIES"], "LEASEHOLD_PUBLIC_URL=http://localhost:8080",
		}})
	}
	balanced(t, b, servers)
}

// mounted returns the path of the repository file that the volumes mount at the given path.
func mounted(t *testing.T, volumes []string, at string) string {
	t.Helper()
	for _, v := range volumes {
		from, rest, _ := strings.Cut(v, ":")
		if to, _, _ := strings.Cut(rest, ":"); to == at && at != "" {
			path, err := filepath.Abs(filepath.Join(root, "deploy/compose", from))
			if err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	t.Errorf("nothing is mounted at %q: %v", at, volumes)
	return ""
}

// The commands in the Compose file create the password and a database URL that contains the
// password. Both are stored at the paths that the Compose file uses.
func TestComposeCommandsCreateItsSecrets(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var script strings.Builder
	for line := range strings.Lines(read(t, "compose/compose.yaml")) {
		if command, found := strings.CutPrefix(line, "#   "); found && strings.Contains(command, "secrets") {
			script.WriteString(strings.ReplaceAll(command, "openssl rand -hex 24", "echo 0123456789abcdef"))
		}
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-euc", script.String())
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script.String(), err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "secrets/database"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(strings.TrimSpace(string(text)))
	if err != nil || u.Scheme != "postgres" || u.Hostname() != "postgres" || u.Path != "/leasehold" || u.User.String() != "leasehold:0123456789abcdef" {
		t.Errorf("%s, %v", text, err)
	}
	if about, err := os.Stat(filepath.Join(dir, "secrets")); err != nil || about.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", about, err)
	}
}

// balanced starts replicas behind a load balancer that checks their health as in the Caddyfile, and
// then removes one replica. No request may fail.
func balanced(t *testing.T, b program.Binary, servers []*program.Server) {
	t.Helper()
	caddyfile := read(t, "compose/Caddyfile")
	if strings.Count(caddyfile, "{") != strings.Count(caddyfile, "}") || !strings.Contains(caddyfile, "reverse_proxy leasehold-1:8080 leasehold-2:8080 {") ||
		!strings.Contains(caddyfile, "health_uri /readyz") {
		t.Error("the balancer does not know the replicas or their health")
	}
	for _, server := range servers {
		if err := server.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer server.Kill()
	}
	var turn atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for {
			server := servers[int(turn.Add(1))%len(servers)]
			if server.Ready(r.Context()) {
				target, _ := url.Parse(server.URL())
				httputil.NewSingleHostReverseProxy(target).ServeHTTP(w, r)
				return
			}
		}
	}))
	defer front.Close()
	key := createKey(t, b, servers[0].DB)
	for n := range 20 {
		if n == 10 {
			if err := servers[0].Stop(); err != nil {
				t.Error(err)
			}
		}
		computes(t, front.URL, key)
	}
}

func grace(t *testing.T, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Error(err)
	}
	return d
}

// built returns the program, which is built only once.
func built(t *testing.T) program.Binary {
	t.Helper()
	b, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var (
	buildDir string
	build    = sync.OnceValues(func() (program.Binary, error) { return program.Build(buildDir) })
)

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	var err error
	if buildDir, err = os.MkdirTemp("", "leasehold-deploy-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(buildDir) //nolint:errcheck // the system deletes temporary directories
	return m.Run()
}

// The command and the environment of the systemd unit start the service. The unit's time limits
// allow pending requests to finish, and only the unit's own directory is writable.
func TestSystemdUnit(t *testing.T) {
	t.Parallel()
	sections := map[string]map[string][]string{}
	section := ""
	for line := range strings.Lines(read(t, "systemd/leasehold.service")) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			section = line[1 : len(line)-1]
			sections[section] = map[string][]string{}
			continue
		}
		name, value, found := strings.Cut(line, "=")
		if !found || section == "" || strings.ContainsAny(name, " \t") {
			t.Errorf("not a setting: %q", line)
		}
		sections[section][name] = append(sections[section][name], value)
	}
	if names := slices.Sorted(maps.Keys(sections)); !slices.Equal(names, []string{"Install", "Service", "Unit"}) {
		t.Errorf("sections %v", names)
	}
	unit := sections["Service"]
	for name, want := range map[string]string{
		"ExecStart": "/usr/local/bin/leasehold serve", "Restart": "on-failure", "DynamicUser": "yes", "StateDirectory": "leasehold",
		"NoNewPrivileges": "yes", "ProtectSystem": "strict", "KillSignal": "SIGTERM", "CapabilityBoundingSet": "", "StateDirectoryMode": "0700",
	} {
		if !slices.Equal(unit[name], []string{want}) {
			t.Errorf("%s=%v, want %s", name, unit[name], want)
		}
	}
	if grace(t, strings.Join(unit["TimeoutStopSec"], "")+"s") <= 30*time.Second {
		t.Error("the drain is cut short")
	}
	db := setting(unit["Environment"], "LEASEHOLD_DB")
	if !strings.HasPrefix(db, "sqlite:/var/lib/leasehold/") {
		t.Errorf("database %s is not in the unit's folder", db)
	}
	if !slices.Equal(sections["Unit"]["StartLimitIntervalSec"], []string{"0"}) {
		t.Error("after a full disk it stays down")
	}
	understood(t)
	serves(t, built(t), strings.Replace(db, "/var/lib/leasehold", t.TempDir(), 1), nil)
}

// understood checks the unit with systemd-analyze if this program is installed.
func understood(t *testing.T) {
	t.Helper()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd is not installed: it was not asked")
		return
	}
	unit := filepath.Join(t.TempDir(), "leasehold.service")
	text := strings.Replace(read(t, "systemd/leasehold.service"), "/usr/local/bin/leasehold serve", string(built(t))+" serve", 1)
	if err := os.WriteFile(unit, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// systemd-analyze also reports errors in other units of the machine, which are ignored.
	out, err := exec.CommandContext(t.Context(), analyze, "verify", "--man=no", unit).CombinedOutput()
	if err != nil || strings.Contains(string(out), "leasehold.service") {
		t.Errorf("systemd-analyze: %v\n%s", err, out)
	}
}

// A server that cannot extend its database file rejects the charge and then exits with the reason,
// so that its supervisor restarts it.
func TestServerThatCannotWriteEnds(t *testing.T) {
	t.Parallel()
	server := built(t).Serve(t)
	key := createKey(t, server.Binary, server.DB)
	const room = 256 << 10 // the schema fits into this size, but later writes do not
	if err := unix.Prlimit(server.PID(), unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: room, Max: room}, nil); err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	status := http.StatusOK
	for n := 0; n < 100 && status == http.StatusOK; n++ {
		reply, err := client.Do(t.Context(), wire.Call{
			Path: wire.Path("compute"), Key: key,
			Body: `{"commencementDate":"2025-01-31","termMonths":120,"paymentAmount":1000,"discountRateAnnual":0.06}`,
		}.Keyed(strconv.Itoa(n)))
		if err != nil { // a background write may have stopped the server before this request
			status = 0
			break
		}
		status = reply.Status
	}
	if status != http.StatusInternalServerError && status != 0 {
		t.Errorf("status %d on a file that may not grow", status)
	}
	select {
	case <-server.Exited():
	case <-time.After(20 * time.Second):
		t.Fatalf("the server still runs, and serves nobody:\n%s", server.Log())
	}
	if code, err := server.Wait(); err != nil || code != 1 {
		t.Errorf("exit status %d, %v", code, err)
	}
	if log := server.Log(); !strings.Contains(log, `"msg":"the server ended"`) || !strings.Contains(log, "a commit failed; the store stops") {
		t.Errorf("the log does not say why:\n%s", log)
	}
}

// object contains the fields of a Kubernetes object that the tests check.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct {
		Name   string
		Labels map[string]string
	}
	Spec yaml.Node
}

type probe struct {
	HTTPGet struct {
		Path string
		Port string
	} `yaml:"httpGet"`
	Period  int `yaml:"periodSeconds"`
	Timeout int `yaml:"timeoutSeconds"`
	Fails   int `yaml:"failureThreshold"`
}

type deployment struct {
	Replicas int
	Selector selector
	Template struct {
		Metadata struct{ Labels map[string]string }
		Spec     struct {
			Grace      int `yaml:"terminationGracePeriodSeconds"`
			Containers []struct {
				Args      []string
				Env       []struct{ Name, Value string }
				Ports     []struct{ Name string }
				Startup   probe `yaml:"startupProbe"`
				Readiness probe `yaml:"readinessProbe"`
				Liveness  probe `yaml:"livenessProbe"`
				Lifecycle struct {
					PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
				}
				Resources struct{ Requests, Limits map[string]string }
				Security  struct {
					Escalation bool `yaml:"allowPrivilegeEscalation"`
					ReadOnly   bool `yaml:"readOnlyRootFilesystem"`
				} `yaml:"securityContext"`
			}
			Security struct {
				NonRoot bool `yaml:"runAsNonRoot"`
			} `yaml:"securityContext"`
		}
	}
}

type selector struct {
	MatchLabels map[string]string `yaml:"matchLabels"`
}

// networkPolicy defines which clients may connect to which ports.
type networkPolicy struct {
	Pods    selector `yaml:"podSelector"`
	Types   []string `yaml:"policyTypes"`
	Ingress []struct {
		Ports []struct{ Port string }
		From  []yaml.Node
	}
}

// closed returns an error unless the policy selects the pods with these labels and names each port
// once. All clients may connect to the http port, and only selected clients may connect to the
// metrics port.
func (p *networkPolicy) closed(labels map[string]string) error {
	if !maps.Equal(p.Pods.MatchLabels, labels) || !slices.Equal(p.Types, []string{"Ingress"}) {
		return fmt.Errorf("it is of %v, %v", p.Pods, p.Types)
	}
	anyone := map[string]bool{}
	for _, rule := range p.Ingress {
		if len(rule.Ports) == 0 {
			return errors.New("a rule without ports opens all of them")
		}
		for _, port := range rule.Ports {
			anyone[port.Port] = anyone[port.Port] || len(rule.From) == 0
		}
	}
	if !maps.Equal(anyone, map[string]bool{"http": true, "metrics": false}) {
		return fmt.Errorf("ports, and whether anyone reaches them: %v", anyone)
	}
	return nil
}

// The manifest defines replicas, a service that selects them, and a disruption budget that always
// leaves one replica. The program responds to the replicas' probes. Access to the metrics is
// restricted.
func TestKubernetesManifest(t *testing.T) {
	t.Parallel()
	objects := map[string]object{}
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "kubernetes/leasehold.yaml")))
	for {
		var o object
		err := decoder.Decode(&o)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		objects[o.APIVersion+" "+o.Kind] = o
	}
	var d deployment
	var s struct{ Selector map[string]string }
	var budget struct {
		MinAvailable int `yaml:"minAvailable"`
		Selector     selector
	}
	var policy networkPolicy
	for kind, spec := range map[string]any{"apps/v1 Deployment": &d, "v1 Service": &s, "policy/v1 PodDisruptionBudget": &budget, "networking.k8s.io/v1 NetworkPolicy": &policy} {
		o, ok := objects[kind]
		if !ok {
			t.Fatalf("no %s", kind)
		}
		if err := o.Spec.Decode(spec); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	labels := d.Template.Metadata.Labels
	if len(labels) == 0 || !maps.Equal(d.Selector.MatchLabels, labels) || !maps.Equal(s.Selector, labels) || !maps.Equal(budget.Selector.MatchLabels, labels) {
		t.Error("the selectors do not find the pods")
	}
	if err := policy.closed(labels); err != nil {
		t.Errorf("network policy: %v", err)
	}
	if d.Replicas < 2 || budget.MinAvailable < 1 || budget.MinAvailable >= d.Replicas {
		t.Errorf("%d replicas, of which %d stay", d.Replicas, budget.MinAvailable)
	}
	pod := d.Template.Spec
	c := pod.Containers[0]
	if pod.Grace <= c.Lifecycle.PreStop.Sleep.Seconds+30 || !pod.Security.NonRoot || !c.Security.ReadOnly || c.Security.Escalation || c.Resources.Limits["memory"] == "" {
		t.Errorf("pod %+v", pod)
	}
	if !slices.Equal(c.Args, []string{"serve"}) {
		t.Errorf("args %v", c.Args)
	}
	if !slices.ContainsFunc(c.Env, func(e struct{ Name, Value string }) bool {
		return e.Name == "LEASEHOLD_TRUSTED_PROXIES" && e.Value != ""
	}) {
		t.Error("all visitors behind an ingress share one throttle")
	}
	probed(t, c.Startup, c.Readiness, c.Liveness)
}

// Every deployment sets a memory limit and passes it to the program.
func TestManifestsPassTheMemoryLimit(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]string{
		"kubernetes/leasehold.yaml": "memory: 512Mi", "compose/compose.yaml": "mem_limit: 512m", "systemd/leasehold.service": "\nMemoryMax=512M\n",
	} {
		for _, setting := range []string{"GOMEMLIMIT", limit} {
			if !strings.Contains(read(t, name), setting) {
				t.Errorf("%s does not set %q", name, setting)
			}
		}
	}
}

// probed starts a server and sends the probes' requests. Liveness and readiness must use different
// requests.
func probed(t *testing.T, startup, readiness, liveness probe) {
	t.Helper()
	server := built(t).Serve(t)
	client := wire.NewClient(server.URL(), 1)
	defer client.Close()
	for _, p := range []probe{startup, readiness, liveness} {
		reply, err := client.Do(t.Context(), wire.Call{Method: http.MethodGet, Path: p.HTTPGet.Path})
		if err != nil || reply.Status != http.StatusOK || p.HTTPGet.Port != "http" || p.Period < 1 || p.Fails < 1 {
			t.Errorf("%+v: %v, %v", p, reply, err)
		}
	}
	if liveness.HTTPGet.Path == readiness.HTTPGet.Path {
		t.Error("a lost database would restart every pod")
	}
}
