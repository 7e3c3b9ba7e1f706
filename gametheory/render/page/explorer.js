(() => {
  "use strict";
  let manifest;  // read when an explorer is first used: it is long, and most readers use none
  const found = (address) => {
    manifest ??= JSON.parse(document.getElementById("manifest").textContent);
    return address.split("/").reduce((part, key) => part[key], manifest);
  };

  const made = (name, className, text = "") => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  };
  const valueText = (value) => value === null ? "–" : value === true ? "yes" : value === false ? "no"
    : typeof value === "number" ? String(value).replace("-", "−") : value;
  const chanceText = (chance) => chance ? `${(100 * chance).toFixed(2)} %` : "–";
  const valueCell = (value) => made("td", typeof value === "number" ? "number" : "words short", valueText(value));
  const chanceCell = (chance) => {
    const cell = made("td", "chance"), bar = made("span", "bar");
    bar.style.setProperty("--share", chance ?? 0);
    cell.append(made("span", "percent", chanceText(chance)), bar);
    return cell;
  };

  const isMenu = (control) => control.tagName === "SELECT";
  const offered = (control, here) => isMenu(control) ? Object.keys(here) : Object.keys(here).sort((a, b) => a - b);
  const nearest = (keys, wanted) => keys.includes(wanted) ? wanted
    : keys.reduce((best, key) => Math.abs(key - wanted) < Math.abs(best - wanted) ? key : best);

  const setMenu = (menu, keys, chosen) => {
    const before = Array.from(menu.options, (option) => option.value);
    if (keys.join("\n") !== before.join("\n")) menu.replaceChildren(...keys.map((key) => new Option(key)));
    menu.value = chosen;
  };
  const setSlider = (slider, keys, chosen) => {
    const place = keys.indexOf(chosen);
    slider.max = keys.length - 1;
    slider.value = place;
    slider.disabled = keys.length === 1;
    slider.setAttribute("aria-valuetext", chosen);
    slider.closest(".choice").querySelector(".chosen").textContent = chosen;
    for (const button of slider.parentElement.querySelectorAll("button"))
      button.disabled = keys[place + Number(button.dataset.step)] === undefined;
  };

  class Explorer {
    constructor(place) {
      this.place = place;
      this.controls = [...place.querySelectorAll("select, input")];
      this.controls.forEach((control, level) => {
        control.addEventListener("input", () => this.choose(level, control.value));
        for (const button of isMenu(control) ? [] : control.parentElement.querySelectorAll("button"))
          button.addEventListener("click", () => this.choose(level, Number(control.value) + Number(button.dataset.step)));
      });
      place.querySelector("fieldset").disabled = false;
    }

    get item() { return found(this.place.dataset.address); }

    choose(level, value) {
      this.chosen ??= [...this.item.start];
      let here = this.item.answers;
      this.controls.forEach((control, each) => {
        const keys = offered(control, here);
        const wanted = each === level ? (isMenu(control) ? value : keys[value]) : this.chosen[each];
        this.chosen[each] = nearest(keys, wanted);
        (isMenu(control) ? setMenu : setSlider)(control, keys, this.chosen[each]);
        here = here[this.chosen[each]];
      });
      this.tell(here);
    }

    tell(answer) {
      this.place.querySelectorAll("dd").forEach((fact, number) => { fact.textContent = valueText(answer[number]); });
      const rows = this.item.headings.length ? answer.at(-1).map((row, number) => this.row(row, number + 1)) : [];
      this.place.querySelector("tbody")?.replaceChildren(...rows);
    }

    row(values, number) {
      const row = document.createElement("tr");
      if (this.item.counted) row.append(valueCell(number));
      row.append(...values.map((value, column) =>
        (this.item.chances.includes(this.item.headings[column]) ? chanceCell : valueCell)(value)));
      return row;
    }
  }

  for (const place of document.querySelectorAll(".explorer")) new Explorer(place);
})();
