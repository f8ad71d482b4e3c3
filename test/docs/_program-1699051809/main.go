package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/money"
)

func main() {
	c, err := client.New(os.Getenv("LEASEHOLD_URL"), os.Getenv("LEASEHOLD_KEY"))
	check(err)
	request, err := os.ReadFile("steps.json")
	check(err)
	answer, err := c.Do(context.Background(), client.OpCompute, request)
	check(err)
	var told struct {
		Result struct {
			InitialLiability money.Amount
			Schedule         []struct{ Payment, LeaseExpense money.Amount }
		}
	}
	check(json.Unmarshal(answer.Body, &told))
	fmt.Println(told.Result.InitialLiability, told.Result.Schedule[0].Payment, told.Result.Schedule[0].LeaseExpense)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
