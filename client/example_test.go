package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/money"
)

// exampleServer returns a test server for the examples. The server responds to every compute
// request with the accounting for officeLease.
func exampleServer() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer sk_test_example" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":{"code":"invalid_key","message":"The API key is unknown or revoked.","docs":"","request_id":"req_E"}}`)
			return
		}
		result, err := leasehold.ComputeContext(r.Context(), officeLease())
		if err != nil {
			panic(err)
		}
		w.Header().Set("X-Quota-Limit", "25")
		w.Header().Set("X-Quota-Remaining", "24")
		body := leasehold.AppendCompute(result, nil)
		_, _ = w.Write(append(body[:len(body)-1], `,"request_id":"req_A","replay":false}`...))
	}))
}

// officeLease returns a five-year office lease with a monthly payment of 10,000.
func officeLease() *leasehold.Lease {
	return &leasehold.Lease{
		CommencementDate:   civil.Date{Year: 2026, Month: 1, Day: 1},
		TermMonths:         60,
		PaymentAmount:      money.Int(10_000),
		DiscountRateAnnual: money.MustParse("0.06"),
	}
}

func Example() {
	server := exampleServer()
	defer server.Close()

	c, err := client.New(server.URL, "sk_test_example")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := c.Compute(context.Background(), officeLease())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("liability", answer.Result.InitialLiability)
	fmt.Println("asset", answer.Result.InitialRouAsset)
	fmt.Println("class", answer.Result.Classification)
	fmt.Println("left this month", answer.Quota.Remaining)
	// Output:
	// liability 519841.89
	// asset 519841.89
	// class operating
	// left this month 24
}

// If the program may be restarted, use an Idempotency-Key that is the same after the restart. The
// computation is then billed only once.
func ExampleWithIdempotencyKey() {
	server := exampleServer()
	defer server.Close()

	c, err := client.New(server.URL, "sk_test_example")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := c.Compute(context.Background(), officeLease(), client.WithIdempotencyKey("lease-4711-2026-01"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.IdempotencyKey, answer.Replay)
	// Output: lease-4711-2026-01 false
}

func ExampleError() {
	server := exampleServer()
	defer server.Close()

	c, err := client.New(server.URL, "sk_test_mistyped")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = c.Compute(context.Background(), officeLease())
	if refused, ok := errors.AsType[*client.Error](err); ok {
		fmt.Println(refused.Code, refused.Status, refused.RequestID)
	}
	// Output: invalid_key 401 req_E
}
