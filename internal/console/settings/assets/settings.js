// The account's pages work without a script; this makes copying easy.

for (const button of document.querySelectorAll("[data-copy-from]")) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copyFrom).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(document.getElementById(button.dataset.copyFrom));
      button.textContent = "Selected: copy it";
    }
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

// The API reference finds a new key in the storage of this tab, which ends with
// the tab, and no later than the session.
const memory = "leasehold-key";
for (const link of document.querySelectorAll("[data-try-with]")) {
  link.addEventListener("click", () => {
    try { sessionStorage.setItem(memory, document.getElementById(link.dataset.tryWith).textContent); } catch { /* it is typed there instead */ }
  });
}
document.querySelector('form[action="/account/sign-out"]')?.addEventListener("submit", () => {
  try { sessionStorage.removeItem(memory); } catch { /* nothing is stored */ }
});

// A page that answered a form would send it again when reloaded.
if (document.querySelector("[data-secret]")) history.replaceState(null, "", "/account");

// The lease of an address's fragment survives signing in: browsers carry the
// fragment of a form's address through the redirect that answers it.
for (const form of document.querySelectorAll("[data-fragment]")) {
  if (location.hash) form.action += location.hash;
}
