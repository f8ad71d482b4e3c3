package main

import (
	"flag"
	"os"
	"path/filepath"
	"time"
)

// tidyWorker cleans up after Beam's boot program. It removes the copy of the program that is made
// for each worker. It also ends a worker whose engine has ended; the worker would otherwise wait
// forever.
func tidyWorker() {
	if mode := flag.Lookup("worker"); mode == nil || mode.Value.String() != "true" {
		return
	}
	if self, err := os.Executable(); err == nil {
		if copied, _ := filepath.Match("/tmp/bin*/worker", self); copied {
			_ = os.RemoveAll(filepath.Dir(self)) // a running program does not need its file
		}
	}
	boot := os.Getppid()
	go func() {
		for range time.Tick(time.Second) {
			if os.Getppid() != boot {
				os.Exit(0)
			}
		}
	}()
}
