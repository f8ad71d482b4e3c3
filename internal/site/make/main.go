// Command make builds the static site of package site. Run it in the repository root after
// scripts/wasm; `make site` runs both.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/site"
)

func main() {
	o := site.Options{Repository: os.DirFS(".")}
	var epoch int64
	flag.StringVar(&o.Dir, "dir", "site", "output directory; existing content is replaced")
	flag.StringVar(&o.Version, "version", "", "the version of the program")
	flag.StringVar(&o.Workbench, "workbench", "", "the folder with the engine built from cmd/wasm/workbench")
	flag.StringVar(&o.Console, "console", "", "the folder with the engine of cmd/wasm/console")
	flag.Int64Var(&epoch, "epoch", 0, "the commit's time, in seconds since 1970")
	flag.Parse()
	o.Time = time.Unix(epoch, 0).UTC()
	if err := site.Build(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}
