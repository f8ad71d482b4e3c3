package api

import (
	"encoding/json"
	"sync"
)

// Version returns the version of the contract, such as 1.0.0. The packages of clients have the same
// version.
var Version = sync.OnceValue(func() string {
	var document struct{ Info struct{ Version string } }
	if err := json.Unmarshal(documentJSON, &document); err != nil {
		panic(err) // the document is embedded, and a test reads it
	}
	return document.Info.Version
})
