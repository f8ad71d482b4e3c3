// If the form scrolls within its card, a line at the bottom names the groups further down. Clicking
// a name scrolls to its group.

const most = 3; // maximum number of named groups

export function showMore(form) {
  const line = form.querySelector("[data-more]");
  const groups = [...form.querySelectorAll("details.group")];

  const update = () => {
    const foot = form.getBoundingClientRect().bottom - line.offsetHeight;
    const below = form.scrollTop + form.clientHeight < form.scrollHeight - 8
      ? groups.filter((group) => group.getBoundingClientRect().top > foot - 8) : [];
    const names = below.map((group) => group.querySelector("summary").textContent.trim());
    if (line.dataset.names === names.join()) return;
    line.dataset.names = names.join();
    line.hidden = below.length === 0;
    const named = below.slice(0, most);
    line.replaceChildren("More below: ", ...named.map((group, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = names[i];
      button.addEventListener("click", () => {
        group.open = true;
        form.scrollTo({ top: group.offsetTop, behavior: "smooth" });
        group.querySelector("summary").focus({ preventScroll: true });
      });
      return button;
    }), below.length > most ? ` and ${below.length - most} more` : "");
  };

  form.addEventListener("scroll", update, { passive: true });
  addEventListener("resize", update);
  const observer = new ResizeObserver(update);
  for (const part of [form, ...groups]) observer.observe(part);
  update();
}
