// The manifest of a static site contains a placeholder instead of the site's URL. The page replaces it.
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
