"use strict";
for (const place of document.querySelectorAll(".repeat")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const code = place.querySelector("code");
    try { await navigator.clipboard.writeText(code.textContent); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(code); button.textContent = "Selected"; }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  place.querySelector("code").after(button);
}
addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });
