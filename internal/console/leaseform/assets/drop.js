// Areas for a file, which the user chooses with the mouse or the keyboard, or drops. The file
// input covers its area, and the area's text is the file's name.

/** Shows the chosen file's name on its area. */
export function show(input) {
  const words = input.closest(".drop").querySelector("[data-file-name]");
  words.dataset.none ??= words.textContent;
  words.textContent = input.files[0]?.name ?? words.dataset.none;
}

/** Activates the areas in a part of the page. Dropping a file fires the input's change event. */
export function takeFiles(part) {
  for (const input of part.querySelectorAll(".drop input")) {
    const area = input.closest(".drop");
    show(input);
    input.addEventListener("change", () => show(input));
    for (const kind of ["dragenter", "dragover"]) area.addEventListener(kind, (event) => { event.preventDefault(); area.classList.add("over"); });
    for (const kind of ["dragleave", "drop"]) area.addEventListener(kind, () => area.classList.remove("over"));
    area.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!event.dataTransfer.files.length) return;
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
}
