(() => {
  "use strict";
  const makeElement = (name, className, text = "") => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  };
  const valueText = (value) => value === null ? "–" : value === true ? "yes" : value === false ? "no"
    : typeof value === "number" ? String(value).replace("-", "−") : value;
  const percentText = (probability) => probability ? `${(100 * probability).toFixed(2)} %` : "–";
  const valueCell = (value) => makeElement("td", typeof value === "number" ? "number" : "words short", valueText(value));
  const probabilityCell = (probability) => {
    const cell = makeElement("td", "probability"), bar = makeElement("span", "bar");
    bar.style.setProperty("--share", probability ?? 0);
    cell.append(makeElement("span", "percent", percentText(probability)), bar);
    return cell;
  };

  const isMenu = (control) => control.tagName === "SELECT";
  const options = (control, entry) => isMenu(control) ? Object.keys(entry) : Object.keys(entry).sort((a, b) => a - b);
  const nearest = (keys, wanted) => keys.includes(wanted) ? wanted
    : keys.reduce((best, key) => Math.abs(key - wanted) < Math.abs(best - wanted) ? key : best);

  const setMenu = (menu, keys, selected) => {
    const previous = Array.from(menu.options, (option) => option.value);
    if (keys.join("\n") !== previous.join("\n")) menu.replaceChildren(...keys.map((key) => new Option(key)));
    menu.value = selected;
  };
  const setSlider = (slider, keys, selected) => {
    const index = keys.indexOf(selected);
    slider.max = keys.length - 1;
    slider.value = index;
    slider.disabled = keys.length === 1;
    slider.setAttribute("aria-valuetext", selected);
    slider.closest(".choice").querySelector(".selected").textContent = selected;
    for (const button of slider.parentElement.querySelectorAll("button"))
      button.disabled = keys[index + Number(button.dataset.step)] === undefined;
  };

  class Explorer {
    constructor(element) {
      this.element = element;
      this.controls = [...element.querySelectorAll("select, input")];
      this.controls.forEach((control, level) => {
        control.addEventListener("input", () => this.choose(level, control.value));
        for (const button of isMenu(control) ? [] : control.parentElement.querySelectorAll("button"))
          button.addEventListener("click", () => this.choose(level, Number(control.value) + Number(button.dataset.step)));
      });
      element.querySelector("fieldset").disabled = false;
    }

    async choose(level, value) {
      this.item = await manifestPart(this.element.dataset.address);
      this.selected ??= [...this.item.start];
      let entry = this.item.answers;
      this.controls.forEach((control, each) => {
        const keys = options(control, entry);
        const wanted = each === level ? (isMenu(control) ? value : keys[value]) : this.selected[each];
        this.selected[each] = nearest(keys, wanted);
        (isMenu(control) ? setMenu : setSlider)(control, keys, this.selected[each]);
        entry = entry[this.selected[each]];
      });
      this.showAnswer(entry);
    }

    showAnswer(answer) {
      this.element.querySelectorAll("dd").forEach((fact, number) => { fact.textContent = valueText(answer[number]); });
      const rows = this.item.headings.length ? answer.at(-1).map((row, number) => this.row(row, number + 1)) : [];
      this.element.querySelector("tbody")?.replaceChildren(...rows);
    }

    row(values, number) {
      const row = document.createElement("tr");
      if (this.item.numbering) row.append(valueCell(number));
      row.append(...values.map((value, column) =>
        (this.item.probabilities.includes(this.item.headings[column]) ? probabilityCell : valueCell)(value)));
      return row;
    }
  }

  for (const element of document.querySelectorAll(".explorer")) new Explorer(element);
})();
