// Saves fetched files under the names that the server sends.

/** Returns a response's file name, or the default name. */
function nameOf(response, otherwise) {
  const header = response.headers.get("Content-Disposition") ?? "";
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return whole ? decodeURIComponent(whole) : /filename="([^"]+)"/.exec(header)?.[1] ?? otherwise;
}

export async function save(response, otherwise) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = nameOf(response, otherwise);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
