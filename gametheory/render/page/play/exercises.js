(() => {
  "use strict";
  // The accepted answers come from the functions that judge the claims; the page only compares.
  async function check(form, address, number) {
    const { items } = (await manifestPart(address)).data, item = items[number];
    const answer = [...form.querySelectorAll("input")].map((input) => Number(input.value)).join("/");
    const result = form.querySelector(".result"), right = item.accepted.includes(answer);
    result.textContent = !item.possible.includes(answer) ? item.range : right ? item.right : item.wrong;
    result.dataset.right = right;
  }

  for (const figure of document.querySelectorAll("[data-play=exercises]")) {
    figure.querySelectorAll(".exercise").forEach((form, number) => form.addEventListener("submit", (event) => {
      event.preventDefault();
      check(form, figure.dataset.address, number);
    }));
    figure.querySelector(".print-exercises").addEventListener("click", () => {
      figure.classList.add("printed");
      document.documentElement.classList.add("printing-exercises");
      window.print();
      document.documentElement.classList.remove("printing-exercises");
      figure.classList.remove("printed");
    });
  }
})();
