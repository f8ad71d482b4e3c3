// The reference uses the theme that was chosen in the console, or else the browser's. This runs
// before the page is painted.
(() => {
  "use strict";
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* storage may be off */ }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.classList.toggle("dark-mode", chosen === "dark" || chosen !== "light" && dark.matches);
  };
  apply();
  dark.addEventListener("change", apply);
})();
