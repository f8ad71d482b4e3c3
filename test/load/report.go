package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/traffic"
)

// report prints measurements and compares them with their targets.
type report struct {
	w      io.Writer
	missed int
}

func (r *report) verdict(ok bool) string {
	if ok {
		return "ok"
	}
	r.missed++
	return "MISSED"
}

// rate prints a number of requests per second and that number as a percentage of the baseline. If
// wanted is 0, there is no target.
func (r *report) rate(name string, rounds, limit []speed, wanted int) {
	got, tenths := medianSpeed(rounds), medianRatio(rounds, limit)
	line := fmt.Sprintf("%-36s %7d requests/s %5d.%d %% %6d µs of processor a request", name, got.perSecond, tenths/10, tenths%10, got.cpuMicros)
	if wanted > 0 {
		line += fmt.Sprintf("  wanted %d %%: %s", wanted, r.verdict(tenths >= 10*wanted))
	}
	fmt.Fprintln(r.w, line)
}

// latency prints percentiles of the latency. The bare handler's percentiles show how much of it is
// due to the machine.
func (r *report) latency(name string, rate int, o traffic.Outcome, wanted time.Duration) {
	line := fmt.Sprintf("%-36s %7d requests/s (half)  p50 %v  p99 %v  p99.9 %v", name, rate,
		o.Percentile(50).Round(10*time.Microsecond), o.Percentile(99).Round(10*time.Microsecond), o.Percentile(99.9).Round(10*time.Microsecond))
	if wanted > 0 {
		line += fmt.Sprintf("  wanted p99 under %v: %s", wanted, r.verdict(o.Percentile(99) < wanted))
	}
	fmt.Fprintln(r.w, line)
}

// memory compares the memory in the last quarter of the run with the memory in the second quarter,
// because pools and caches fill in the first quarter. It tolerates an increase of one fifth,
// because the garbage collector's target rises in steps with the largest heap so far. A leak of 200
// bytes per request exceeds this tolerance.
func (r *report) memory(kilobytes []int) {
	n := len(kilobytes)
	early, late := median(slices.Clone(kilobytes[n/4:n/2])), median(slices.Clone(kilobytes[3*n/4:]))
	fmt.Fprintf(r.w, "resident memory, MB:")
	for _, k := range kilobytes {
		fmt.Fprintf(r.w, " %d", k>>10)
	}
	fmt.Fprintf(r.w, "\nsecond quarter %d MB, last quarter %d MB; wanted flat within 20%%: %s\n", early>>10, late>>10, r.verdict(late <= early+early/5))
}

// clockTick is the unit of processor times in /proc: 1/100 s on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// processorTime returns the CPU time of a process.
func processorTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The process's name is in parentheses and may contain spaces. User and system time are the
	// 12th and 13th fields after it.
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * clockTick, nil
}

// residentKilobytes returns a process's resident memory.
func residentKilobytes(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")))
		}
	}
	return 0, fmt.Errorf("no VmRSS of process %d", pid)
}
