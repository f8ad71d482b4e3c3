// Command scale measures replicas with one PostgreSQL database: computations per second with 1, 2
// and 4 processes. The baseline is pgbench, which runs the same statements on the same number of
// connections in the same run. The command also measures HTTP requests with 1, 2 and 4 servers. It
// reports ratios, which are comparable across machines. With the flag -storage, it measures the
// storage per request.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
)

// settings are a run's parameters.
type settings struct {
	connections int
	keys        int
	rounds      int
	lasting     time.Duration
	wanted      int // target, as a percentage of pgbench's speed
}

// workload holds the settings that pgbench and the replicas share.
type workload struct {
	name  string
	keys  int
	admit bool // whether each computation also uses a rate-limit slot, as a request does
}

var replicaCounts = []int{1, 2, 4}

func main() {
	var s settings
	flag.IntVar(&s.connections, "connections", 16, "simultaneous computations across all replicas")
	flag.IntVar(&s.keys, "keys", 1000, "number of keys in the workload with many keys")
	flag.IntVar(&s.rounds, "rounds", 3, "rounds of each measurement; the median counts")
	flag.DurationVar(&s.lasting, "lasting", 5*time.Second, "length of one measurement")
	flag.IntVar(&s.wanted, "percent", 60, "target in percent of pgbench's speed")
	replica := flag.String("replica", "", "be a replica on this database (used by the program itself)")
	hot := flag.Bool("hot", false, "record for one key, without admission")
	stored := flag.Int("storage", 0, "measure the storage of this number of computations instead")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *replica != "":
		err = beReplica(ctx, *replica, s, *hot, os.Stdin, os.Stdout)
	case *stored > 0:
		err = storage(ctx, *stored, os.Stdout)
	default:
		err = measure(ctx, s, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

var errMissed = errors.New("less than wanted")

// measure makes all measurements.
func measure(ctx context.Context, s settings, w io.Writer) error {
	cluster, err := pgtest.New(ctx)
	if err != nil {
		return err
	}
	defer cluster.Close()
	fmt.Fprintf(w, "%d connections, medians of %d rounds of %v\n", s.connections, s.rounds, s.lasting)
	missed := false
	for _, load := range []workload{{"one hot key, recording only", 1, false}, {fmt.Sprintf("%d keys, admission and recording", s.keys), s.keys, true}} {
		rates, err := compare(ctx, s, cluster, load)
		if err != nil {
			return fmt.Errorf("%s: %w", load.name, err)
		}
		bench := median(rates[0])
		fmt.Fprintf(w, "%s\n  %-12s %6d recorded/s\n", load.name, "pgbench", bench)
		for i, n := range replicaCounts {
			rate := median(rates[i+1])
			percent := 100 * rate / max(1, bench)
			verdict := "ok"
			if percent < s.wanted {
				verdict, missed = "MISSED", true
			}
			fmt.Fprintf(w, "  %-12s %6d recorded/s %4d%%  wanted %d%%: %s\n", fmt.Sprintf("%d replicas", n), rate, percent, s.wanted, verdict)
		}
	}
	rates, err := serve(ctx, s, cluster)
	if err != nil {
		return fmt.Errorf("requests over HTTP: %w", err)
	}
	one := median(rates[0])
	fmt.Fprintf(w, "computations over HTTP, %d keys\n", keysServed*s.keys)
	for i, n := range replicaCounts {
		rate := median(rates[i])
		fmt.Fprintf(w, "  %-12s %6d requests/s %3d%% of one\n", fmt.Sprintf("%d servers", n), rate, 100*rate/max(1, one))
	}
	if missed {
		return errMissed
	}
	return nil
}

// compare measures pgbench and each number of replicas in turn, in rounds, so that a slow phase of
// the machine affects all of them.
func compare(ctx context.Context, s settings, cluster *pgtest.Server, load workload) ([][]int, error) {
	name, err := cluster.NewDatabase(ctx)
	if err != nil {
		return nil, err
	}
	address := cluster.URL(name)
	if err := fill(ctx, address, load.keys); err != nil {
		return nil, err
	}
	rates := make([][]int, 1+len(replicaCounts))
	for round := range s.rounds + 1 {
		for i := range rates {
			var rate int
			if i == 0 {
				rate, err = pgbench(ctx, s, address, load)
			} else {
				rate, err = replicas(ctx, s, address, load, replicaCounts[i-1])
			}
			if err != nil {
				return nil, err
			}
			if round > 0 { // the first round does not count, because caches are still empty
				rates[i] = append(rates[i], rate)
			}
		}
	}
	return rates, audit(ctx, address)
}

func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}
