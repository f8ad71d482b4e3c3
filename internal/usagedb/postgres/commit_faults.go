//go:build faults

package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/fault"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// recordOn records c on a connection and then releases the connection. If the deliberate fault
// [fault.AnswerFirst] is set, recordOn returns before the commit. The tests that kill the process
// must detect this fault.
func recordOn(ctx context.Context, conn *pgxpool.Conn, c *service.Computation) (service.Recorded, error) {
	if !fault.AnswerFirst {
		defer conn.Release()
		return runRecord(ctx, conn, c)
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		conn.Release()
		return service.Recorded{}, err
	}
	recorded, err := runRecord(ctx, tx, c)
	go func(tx pgx.Tx) {
		defer conn.Release()
		time.Sleep(fault.ControlPause)
		_ = tx.Commit(context.WithoutCancel(ctx)) // the caller must not receive the outcome
	}(tx)
	return recorded, err
}
