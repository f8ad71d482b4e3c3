package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/pgtest"
	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/traffic"
)

// keysServed multiplies the number of keys for HTTP requests, because the plan's rate limit applies
// to those requests.
const keysServed = 4

// serve measures complete requests over HTTP. For each round, it returns the computations per
// second of 1, 2 and 4 servers.
func serve(ctx context.Context, s settings, cluster *pgtest.Server) ([][]int, error) {
	dir, err := os.MkdirTemp("", "leasehold-scale-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
	tool, err := program.Build(dir)
	if err != nil {
		return nil, err
	}
	name, err := cluster.NewDatabase(ctx)
	if err != nil {
		return nil, err
	}
	address := cluster.URL(name)
	created, err := tool.CreateKeys(ctx, address, "pro", "test", "scale", keysServed*s.keys)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(created))
	for i, key := range created {
		keys[i] = key.Key
	}
	rates := make([][]int, len(replicaCounts))
	for round := range s.rounds + 1 {
		for i, n := range replicaCounts {
			rate, err := served(ctx, s, &program.Server{Binary: tool, DB: address}, keys, n)
			if err != nil {
				return nil, fmt.Errorf("%d servers: %w", n, err)
			}
			if round > 0 { // the first round does not count, because caches are still empty
				rates[i] = append(rates[i], rate)
			}
		}
	}
	return rates, audit(ctx, address)
}

// served starts n servers with the given server's settings. It returns how many requests per second
// they handle together.
func served(ctx context.Context, s settings, like *program.Server, keys []string, n int) (total int, err error) {
	outcomes, errs := make([]traffic.Outcome, n), make([]error, n)
	generators := make([]*traffic.Generator, n)
	for i := range n {
		server := &program.Server{Binary: like.Binary, DB: like.DB}
		if err := server.Start(ctx); err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		share := len(keys) / n
		generators[i] = &traffic.Generator{
			Address: server.Address, Connections: s.connections / n, Keys: keys[i*share : (i+1)*share], Body: traffic.Lease60,
		}
	}
	var group sync.WaitGroup
	for i, g := range generators {
		group.Go(func() { outcomes[i], errs[i] = g.Run(ctx, traffic.Load{Lasting: s.lasting}) })
	}
	group.Wait()
	for _, o := range outcomes {
		if len(o.Refused) > 0 {
			errs = append(errs, fmt.Errorf("of %d answers not 200, by status: %v", o.Requests, o.Refused))
		}
		total += o.PerSecond()
	}
	return total, errors.Join(errs...)
}
