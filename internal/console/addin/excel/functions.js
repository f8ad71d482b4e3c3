// The lease functions for Excel. The engine computes them on this machine, so a workbook's
// contents are not sent anywhere. Generated from the list of functions.

let engine = null;

/** Starts the engine, once for all functions. */
async function start() {
  const folder = new URL(document.documentElement.dataset.engine, location.href);
  const { prepare } = await import(new URL("go.js", folder).href);
  const scope = { Object, Array, Uint8Array, Uint8ClampedArray, Date, TextEncoder, TextDecoder, performance, crypto: globalThis.crypto };
  prepare(scope);
  const go = new scope.Go();
  const response = await fetch(new URL("engine.wasm", folder));
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  go.run(instance);
  return scope.leasehold;
}

/** Returns the cells of a function's value. An error becomes the value. */
async function call(name, args) {
  engine ??= start();
  let leasehold;
  try {
    leasehold = await engine;
  } catch (error) {
    engine = null; // the next call tries again
    throw new CustomFunctions.Error(CustomFunctions.ErrorCode.notAvailable, `The engine could not be loaded: ${error.message}`);
  }
  const answer = JSON.parse(leasehold.call(name, JSON.stringify(args)));
  if (answer.error) throw new CustomFunctions.Error(CustomFunctions.ErrorCode.invalidValue, answer.error);
  return answer.rows;
}
{{range .Functions}}
/**
 * {{.About}}
 * @customfunction {{.Name}} {{.Name}}
{{- range .Parameters}}
 * @param { {{- if .Lease}}any[][]{{else}}any{{end -}} } {{if .Optional}}[{{.Name}}]{{else}}{{.Name}}{{end}} {{.About}}
{{- end}}
 * @returns { {{- if .Spills}}any[][]{{else}}number{{end -}} }
 */
async function {{lower .Name}}({{range $i, $p := .Parameters}}{{if $i}}, {{end}}{{$p.Name}}{{end}}) {
  {{if .Spills}}return{{else}}const [[value]] ={{end}} await call("{{.Name}}", [{{range $i, $p := .Parameters}}{{if $i}}, {{end}}{{if $p.Lease}}{{$p.Name}}{{else}}[[{{$p.Name}} ?? null]]{{end}}{{end}}]);
{{- if not .Spills}}
  return value;
{{- end}}
}
{{end}}
{{- range .Functions}}
CustomFunctions.associate("{{.Name}}", {{lower .Name}});
{{- end}}
