// The account pages work without a script. This script makes copying easy.

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

// The API reference reads a new key from this tab's storage, which lasts until the tab is closed or
// the session ends.
const memory = "leasehold-key";
for (const link of document.querySelectorAll("[data-try-with]")) {
  link.addEventListener("click", () => {
    try { sessionStorage.setItem(memory, document.getElementById(link.dataset.tryWith).textContent); } catch { /* the user can type the key there instead */ }
  });
}
document.querySelector('form[action="/account/sign-out"]')?.addEventListener("submit", () => {
  try { sessionStorage.removeItem(memory); } catch { /* nothing is stored */ }
});

// Reloading a page that was the response to a form would send the form again.
if (document.querySelector("[data-secret]")) history.replaceState(null, "", "/account");

// The URL fragment contains the lease. Browsers keep a form's URL fragment through the redirect
// after signing in.
for (const form of document.querySelectorAll("[data-fragment]")) {
  if (location.hash) form.action += location.hash;
}
