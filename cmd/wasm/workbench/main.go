//go:build js && wasm

// Command workbench is the engine for the console's workbench. Like the server, it converts a form
// to HTML that shows the lease. The program in internal/console/inbrowser/pack builds it.
//
// The command adds an object named leasehold to the global object:
//
//	show(form: string, publicURL: string): [status: number, body: string] | null
//	call(name: string, arguments: string): string
//
// The form is encoded as in a browser's request. The status is 200 with HTML, or 400 with the errors
// as JSON. If the result is null, the page requests the HTML from the server. The second function
// evaluates a function of package worksheet with its arguments as JSON.
package main

import (
	"context"
	"encoding/json"
	"net/url"
	"syscall/js"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
	"github.com/leasehold-accounting/leasehold/internal/worksheet"
)

// HTTP status codes. Package net/http is too large for browsers.
const (
	ok         = 200
	badRequest = 400
)

func main() {
	js.Global().Set("leasehold", map[string]any{"show": js.FuncOf(show), "call": js.FuncOf(call)})
	select {} // keeps the exported functions callable
}

func call(_ js.Value, args []js.Value) any {
	return string(worksheet.Answer(args[0].String(), []byte(args[1].String())))
}

func show(_ js.Value, args []js.Value) any {
	form, err := url.ParseQuery(args[0].String())
	if err != nil {
		return nil
	}
	view, refusal, err := leaseview.Show(context.Background(), leaseform.FromForm(form), args[1].String())
	switch {
	case err != nil:
		return nil
	case refusal != nil:
		body, err := json.Marshal(refusal)
		if err != nil {
			return nil
		}
		return []any{badRequest, string(body)}
	}
	shown, err := view.HTML()
	if err != nil {
		return nil
	}
	return []any{ok, string(shown)}
}
