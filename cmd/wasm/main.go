//go:build js && wasm

// Command wasm is the engine for browsers and Node. Requests and responses are JSON bytes.
// scripts/wasm builds it with the files that start it.
//
// The command adds an object named leasehold to the global object:
//
//	answer(operation: string, request: Uint8Array, progress?: (done, of) => void): [ok: boolean, answer: Uint8Array]
//	rulesRevision: number
package main

import (
	"syscall/js"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/cmd/wasm/offline"
)

func main() {
	js.Global().Set("leasehold", map[string]any{
		"answer":        js.FuncOf(answer),
		"rulesRevision": leasehold.RulesRevision,
	})
	select {} // keeps the exported functions callable
}

var uint8Array = js.Global().Get("Uint8Array")

func answer(_ js.Value, args []js.Value) any {
	request := make([]byte, args[1].Length())
	js.CopyBytesToGo(request, args[1])
	var progress func(done, of int)
	if len(args) > 2 && args[2].Type() == js.TypeFunction {
		progress = func(done, of int) { args[2].Invoke(done, of) }
	}
	text, ok := offline.Answer(args[0].String(), request, progress)
	given := uint8Array.New(len(text))
	js.CopyBytesToJS(given, text)
	return []any{ok, given}
}
