package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// pgbench sends these statements. They call the same database functions with the same arguments as
// the service.
const (
	pickKey = `\set key random(1, :keys)
`
	admission = `SELECT ref, at FROM leasehold.admit(sha256(('secret-' || :key)::bytea), ARRAY['pro'], ARRAY[100000], NULL) \gset
`
	// All computations in this workload use the first key and the same time.
	noAdmission = `\set ref 1
\set at 1700000000000000000
`
	recording = `SELECT outcome, used, coalesce(usage_row, 0), usage_hash, coalesce(first_request_id, ''), first_request,
	first_response, coalesce(first_version, '')
FROM leasehold.record_computation('req_' || gen_random_uuid(), :ref, 'test', 'pro', 'compute', 1, 1099511627776, :at,
	leasehold.month_of(:at), 1000000, NULL, NULL, NULL, NULL, 0);
`
)

var rateLine = regexp.MustCompile(`(?m)^tps = (\d+)`)

// pgbench measures the database without the service.
func pgbench(ctx context.Context, s settings, address string, load workload) (int, error) {
	path, err := exec.LookPath("pgbench")
	if err != nil {
		return 0, errors.New("pgbench is missing: install Debian's package postgresql-client-common, or postgresql-contrib")
	}
	dir, err := os.MkdirTemp("", "leasehold-pgbench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	script := pickKey + admission + recording
	if !load.admit {
		script = noAdmission + recording
	}
	file := filepath.Join(dir, "record.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, path, "--no-vacuum", "--protocol", "prepared", "--client", strconv.Itoa(s.connections), "--jobs", "2", //nolint:gosec // Debian's PostgreSQL package contains this program
		"--time", strconv.Itoa(int(s.lasting.Seconds())), "--define", fmt.Sprintf("keys=%d", load.keys), "--file", file, address)
	cmd.Env = append(os.Environ(), "PGOPTIONS=-c search_path=leasehold -c synchronous_commit=on")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	found := rateLine.FindSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("pgbench: no rate in %s", out)
	}
	return strconv.Atoi(string(found[1]))
}
