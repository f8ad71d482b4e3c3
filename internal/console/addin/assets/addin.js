// The manifest of a folder names no address until it is known where the folder is.
const link = document.querySelector("[data-manifest]");

if (link.dataset.elsewhere) {
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const text = await (await fetch(link.href)).text();
    const here = new URL(".", link.href).href.replace(/\/excel\/$/, "");
    const url = URL.createObjectURL(new Blob([text.replaceAll(link.dataset.elsewhere, here)], { type: "application/xml" }));
    Object.assign(document.createElement("a"), { href: url, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
}
