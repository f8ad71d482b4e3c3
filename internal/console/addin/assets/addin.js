// A static site's manifest contains a placeholder for the site's URL, which this script replaces.
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
