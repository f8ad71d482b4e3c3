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
	request, err := os.ReadFile("index.json")
	check(err)
	answer, err := c.Do(context.Background(), client.OpCompute, request)
	check(err)
	var told struct {
		Result struct {
			Events []struct{ LiabilityBefore, LiabilityAfter, RouAssetAfter, GainOrLoss money.Amount }
		}
	}
	check(json.Unmarshal(answer.Body, &told))
	event := told.Result.Events[0]
	fmt.Println(event.LiabilityBefore, event.LiabilityAfter, event.RouAssetAfter)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
