// A certificate is in the page once, in the manifest. Its text and the link that saves it are made when it is unfolded.
(() => {
  "use strict";
  const show = async (folded) => {
    const file = await manifestPart(folded.dataset.address);
    const link = document.createElement("a");
    link.download = file.name;
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(file.text)}`;
    link.textContent = "Save the file";
    folded.querySelector(".file").replaceChildren(link);
    const text = document.createElement("pre");
    text.tabIndex = 0;
    text.textContent = file.text;
    folded.append(text);
  };
  for (const folded of document.querySelectorAll("details.certificate"))
    folded.addEventListener("toggle", () => show(folded), { once: true });
})();
