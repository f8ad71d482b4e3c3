package api

import (
	"encoding/json"
	"sync"
)

// Version returns the version of the contract, as in 1.2.0. Packages of clients have
// it, too.
var Version = sync.OnceValue(func() string {
	var document struct{ Info struct{ Version string } }
	if err := json.Unmarshal(documentJSON, &document); err != nil {
		panic(err) // it is embedded, and tested
	}
	return document.Info.Version
})
