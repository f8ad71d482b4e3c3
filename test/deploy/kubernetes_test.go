package deploy

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// Kustomize can build every directory, and each object decodes as its Kubernetes type without
// unknown fields.
func TestKustomizeBuildsValidManifests(t *testing.T) {
	t.Parallel()
	folders := []string{"kubernetes", "kubernetes/migrate", "kubernetes/monitoring"}
	args := []string{"-C", filepath.Join(root, "tools/manifests"), "run", "."}
	for _, folder := range folders {
		path, err := filepath.Abs(filepath.Join(root, "deploy", folder))
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"apps/v1 Deployment leasehold", "v1 ConfigMap leasehold-plans", "networking.k8s.io/v1 Ingress leasehold", "networking.k8s.io/v1 NetworkPolicy leasehold-egress",
		"batch/v1 CronJob leasehold-backup", "batch/v1 Job leasehold-migrate", "monitoring.coreos.com/v1 ServiceMonitor leasehold",
	} {
		if !strings.Contains(string(out), want+"\n") {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

// The plans in the cluster's manifests equal deploy/plans.yaml and the published plans.
func TestPlansMatchThePublishedPlans(t *testing.T) {
	t.Parallel()
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "kubernetes/leasehold.yaml")))
	found := ""
	for {
		var o struct {
			Kind string
			Data map[string]string
		}
		err := decoder.Decode(&o)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if o.Kind == "ConfigMap" {
			found = o.Data["plans.yaml"]
		}
	}
	if file := read(t, "plans.yaml"); found != file {
		t.Errorf("the cluster's plans are\n%s\nnot\n%s", found, file)
	}
	list := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), string(built(t)), append([]string{"plans", "--json"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if file, own := list("--plans", filepath.Join(root, "deploy/plans.yaml")), list(); file != own {
		t.Errorf("the file has\n%s\nthe program\n%s", file, own)
	}
}

// Every line of the sample environment file is a valid setting of serve, including the settings in
// comments.
func TestTheSampleEnvironmentIsValid(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write(filepath.Join(m.root, "etc/leasehold/plans.yaml"), read(t, "plans.yaml"))
	m.write(filepath.Join(m.root, "etc/leasehold/db"), "sqlite:leasehold.db\n")
	var environment []string
	for line := range strings.Lines(m.file("leasehold.env.sample")) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "#")
		if strings.HasPrefix(line, "LEASEHOLD_") {
			environment = append(environment, strings.Replace(line, "/usr/bin/msmtp", "/bin/true", 1))
		}
	}
	if len(environment) < 9 {
		t.Fatalf("settings %q", environment)
	}
	cmd := exec.CommandContext(t.Context(), string(built(t)), "config", "--json")
	cmd.Env = append(slices.Clone(environment), "PATH="+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "is not a setting") {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, line := range environment {
		if name, _, _ := strings.Cut(line, "="); !strings.Contains(string(out), `"from": "`+name+`"`) {
			t.Errorf("%s is not in force:\n%s", name, out)
		}
	}
}

// If systemd is installed, it accepts the other units and the drop-ins. The files named in these
// units exist in the repository.
func TestSystemdAdditions(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"leasehold.service.d/postgres.conf": {"LoadCredential=db:/etc/leasehold/db", "Environment=LEASEHOLD_DB_FILE=%d/db", "Environment=LEASEHOLD_DB="},
		"leasehold.service.d/tls.conf":      {"ExecReload=/bin/kill -HUP $MAINPID", "AmbientCapabilities=CAP_NET_BIND_SERVICE"},
		"leasehold-backup.service":          {"Type=oneshot", "User=leasehold", "DynamicUser=yes", "StateDirectory=leasehold leasehold-backup"},
		"leasehold-backup.timer":            {"OnCalendar=*-*-* 03:20:00", "Persistent=true", "WantedBy=timers.target"},
	} {
		text := strings.Split(read(t, "systemd/"+name), "\n")
		for _, line := range lines {
			if !slices.Contains(text, line) {
				t.Errorf("%s has no line %s", name, line)
			}
		}
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd is not installed: it was not asked")
		return
	}
	folder := t.TempDir()
	for _, name := range []string{"leasehold-backup.service", "leasehold-backup.timer"} {
		text := strings.Replace(read(t, "systemd/"+name), "/usr/local/bin/leasehold-backup", "/bin/true", 1)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), analyze, "verify", "--man=no", filepath.Join(folder, "leasehold-backup.timer")).CombinedOutput()
	if err != nil || strings.Contains(string(out), "leasehold-backup") {
		t.Errorf("systemd-analyze: %v\n%s", err, out)
	}
}
