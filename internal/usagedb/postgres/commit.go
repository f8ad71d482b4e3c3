//go:build !faults

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// recordOn records c on a connection and then releases the connection.
func recordOn(ctx context.Context, conn *pgxpool.Conn, c *service.Computation) (service.Recorded, error) {
	defer conn.Release()
	return runRecord(ctx, conn, c)
}
