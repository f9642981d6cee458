"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const game = JSON.parse(document.getElementById("game").textContent);
  const find = (id) => document.getElementById(id);
  const lines = game.lines;
  let line = 0, at = 0, timer = 0;

  const element = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  // Contents of the board in the current scene: all changes up to it, applied in order.
  const held = () => {
    const now = new Map();
    for (const scene of lines[line].scenes.slice(0, at + 1))
      for (const [field, look] of Object.entries(scene.fields))
        look ? now.set(field, look) : now.delete(field);
    return now;
  };

  const drawArrow = (from, to, parent) => {
    const [x1, y1] = game.fields[from], [x2, y2] = game.fields[to];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    const ex = x2 - 14 * dx, ey = y2 - 14 * dy;
    element("line", { class: "arrow", x1: x1 + 6 * dx, y1: y1 + 6 * dy, x2: ex, y2: ey }, parent);
    const points = [[ex + 7 * dx, ey + 7 * dy], [ex - 4 * dx - 6 * dy, ey - 4 * dy + 6 * dx],
      [ex - 4 * dx + 6 * dy, ey - 4 * dy - 6 * dx]];
    element("polygon", { class: "head", points: points.join(" ") }, parent);
  };

  const drawBoard = (scene) => {
    const board = find("held"), marks = find("marks");
    board.replaceChildren();
    marks.replaceChildren();
    for (const [field, [kind, written]] of held()) {
      const [x, y] = game.fields[field];
      const group = element("g", { class: kind, transform: `translate(${x} ${y})` }, board);
      element("use", { href: "#hex" }, group);
      element("text", { y: 4 }, group).textContent = written;
    }
    for (const field of scene.exploded) {
      const [x, y] = game.fields[field];
      const group = element("g", { class: "ring", transform: `translate(${x} ${y})` }, marks);
      element("use", { href: "#hex" }, group);
    }
    for (const [from, to] of scene.arrows) drawArrow(from, to, marks);
  };

  const tell = (scene) => {
    find("heading").textContent = scene.heading + (scene.over ? "" : " ...");
    find("sentences").replaceChildren(...scene.sentences.map((sentence) => {
      const made = document.createElement("p");
      made.textContent = sentence;
      return made;
    }));
    find("comment").hidden = !scene.comment.length;
    find("comment").textContent = scene.comment.join("\n");
    for (const row of find("turns").children) {
      const isHere = Number(row.dataset.turn) === scene.turn;
      row.toggleAttribute("aria-current", isHere);
      if (isHere) find("turns").scrollTop = row.offsetTop - find("turns").offsetTop - 40;
    }
  };

  const show = () => {
    const scene = lines[line].scenes[at];
    drawBoard(scene);
    tell(scene);
    find("slider").value = at;
    document.body.dataset.place = `${lines[line].name}/${scene.turn}${scene.over ? "" : "." + at}`;
  };

  const go = (where) => {
    at = Math.max(0, Math.min(lines[line].scenes.length - 1, where));
    show();
  };

  const choose = (which, turn) => {
    line = which;
    find("lines").value = which;
    find("slider").max = lines[line].scenes.length - 1;
    const rows = lines[line].scenes.map((scene, number) => [scene, number]).filter(([scene]) => scene.over);
    find("turns").replaceChildren(...rows.map(([scene, number]) => {
      const row = document.createElement("li");
      row.textContent = scene.heading;
      row.dataset.turn = scene.turn;
      row.classList.toggle("noted", scene.comment.length > 0);
      row.addEventListener("click", () => go(number));
      return row;
    }));
    const found = lines[line].scenes.findLastIndex((scene) => scene.over && scene.turn <= turn);
    go(Math.max(0, found));
  };

  const turnOn = (direction) => {
    const scenes = lines[line].scenes;
    let there = at + direction;
    while (scenes[there] && !scenes[there].over) there += direction;
    go(there);
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    find("play").textContent = "play";
  };

  const playOn = () => {
    if (at === lines[line].scenes.length - 1) return stop();
    go(at + 1);
    timer = setTimeout(playOn, lines[line].scenes[at].ms);
  };

  const play = () => {
    if (timer) return stop();
    find("play").textContent = "stop";
    if (at === lines[line].scenes.length - 1) go(0);
    timer = setTimeout(playOn, 300);
  };

  const actions = {
    first: () => go(0), back: () => turnOn(-1), unstep: () => go(at - 1), play,
    step: () => go(at + 1), next: () => turnOn(1), last: () => go(lines[line].scenes.length - 1),
  };
  const keys = { Home: "first", ArrowLeft: "back", "[": "unstep", " ": "play", "]": "step",
    ArrowRight: "next", End: "last" };
  for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
    if (event.key === "v") choose((line + 1) % lines.length, lines[line].scenes[at].turn);
    else if (keys[event.key]) actions[keys[event.key]]();
    else return;
    event.preventDefault();
  });
  find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  lines.forEach((told, number) => {
    const option = document.createElement("option");
    option.value = number;
    option.textContent = told.name + (told.problem ? ` (ends early: ${told.problem})` : "");
    find("lines").append(option);
  });
  find("lines").addEventListener("change", (event) => choose(Number(event.target.value), 0));
  document.documentElement.classList.add("js");
  choose(0, 0);
})();
