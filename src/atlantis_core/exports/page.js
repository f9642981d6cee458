"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const game = JSON.parse(document.getElementById("game").textContent);
  const find = (id) => document.getElementById(id);
  const lines = game.lines;
  const chart = document.querySelector(".chart");
  let line = 0, at = 0, timer = 0, address = "";

  const scenes = () => lines[line].scenes;
  const told = (turn) => lines[line].turns[turn];
  const isWhole = (scene) => !scene.step;

  const element = (name, attributes, parent) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  const written = (name, text, parent, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  // Contents of the board in the current scene: all changes up to it, applied in order.
  const collect = (kind) => {
    const now = new Map();
    for (const scene of scenes().slice(0, at + 1))
      for (const [field, look] of Object.entries(scene[kind] || {}))
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
    const board = find("held"), signs = find("signs"), marks = find("marks");
    for (const layer of [board, signs, marks]) layer.replaceChildren();
    const put = (name, field, layer) => {
      const [x, y] = game.fields[field];
      element("use", { href: `#${name}`, x, y }, layer);
    };
    for (const [field, look] of collect("fields")) put(look, field, board);
    for (const [field, [text, isHigh]] of collect("signs")) {
      const [x, y] = game.fields[field];
      element("text", { class: "sign", x, y: y + (isHigh ? -5 : 4) }, signs).textContent = text;
    }
    for (const field of scene.exploded || []) put("ring", field, marks);
    for (const [from, to] of scene.arrows || []) drawArrow(from, to, marks);
    if (find("written").open) describeBoard();
  };

  const describeBoard = () => {
    const held = new Map(), sunk = [];
    for (const [field, look] of collect("fields")) {
      const symbol = find(look), player = /^k(\d)/.exec(symbol.className.baseVal);
      if (!player) { sunk.push(field); continue; }
      const text = symbol.querySelector("text").textContent;
      const words = `${field} ${parseInt(text, 10)}` + (text.includes("*") ? " growing" : "")
        + (text.includes("!") ? " about to explode" : "");
      held.set(Number(player[1]), [...(held.get(Number(player[1])) || []), words]);
    }
    find("fields").replaceChildren();
    game.players.forEach((name, player) =>
      written("li", `${name}: ${(held.get(player) || ["nothing"]).join(", ")}`, find("fields")));
    if (sunk.length) written("li", `dead: ${sunk.join(", ")}`, find("fields"));
  };

  const hash = (turn) => (line ? `#line=${lines[line].name}&turn=${turn}` : `#turn=${turn}`);

  const tell = (scene) => {
    const words = told(scene.turn), whole = isWhole(scene);
    const mark = whole && words.mark ? ` ${words.mark}` : "";
    find("heading").textContent = words.heading + (whole ? mark : ` - step ${scene.step}`);
    find("sentences").replaceChildren();
    const sentences = whole ? words.sentences || [] : [scene.sentence];
    for (const sentence of sentences) written("p", sentence, find("sentences"));
    tellVerdict(whole ? words : {});
    find("comment").hidden = !words.comment;
    find("comment").textContent = (words.comment || []).join("\n");
    find("slider").setAttribute("aria-valuetext", find("heading").textContent);
  };

  const severity = (words) => (/\?/.test(words.mark || "") ? "mistake" : "");

  const tellVerdict = (words) => {
    const verdict = find("verdict");
    verdict.hidden = !words.verdict && !line;
    verdict.className = severity(words);
    verdict.replaceChildren();
    if (line) tellWayBack(verdict);
    for (const sentence of words.verdict || []) written("p", sentence, verdict);
    const better = lines.findIndex((each) => words.better && each.name === words.better);
    if (better > 0) {
      const first = lines[better].scenes[1].turn;
      const where = { href: `#line=${words.better}&turn=${first}` };
      written("a", "show the better turn and the replies to it", written("p", "", verdict), where);
    }
  };

  const tellWayBack = (parent) => {
    const name = lines[line].name, above = name.slice(0, Math.max(0, name.lastIndexOf("/")));
    const main = Math.max(0, lines.findIndex((each) => each.name === above));
    const turn = firstTurn(line);
    const href = main ? `#line=${above}&turn=${turn}` : `#turn=${turn}`;
    const words = `variation ${name}; back to turn ${turn} of ${main ? above : "the game"}`;
    written("a", words, written("p", "", parent), { href });
  };

  const showTurn = (turn) => {
    for (const row of find("turns").querySelectorAll("a")) {
      const isHere = Number(row.dataset.turn) === turn;
      isHere ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current");
      if (isHere) find("turns").scrollTop = row.offsetTop - 40;
    }
    if (chart) {
      const first = Number(chart.dataset.first), last = Number(chart.dataset.last);
      const place = Math.max(0, Math.min(last, turn) - first);
      find("now").setAttribute("x1", place);
      find("now").setAttribute("x2", place);
    }
    address = hash(turn);
    if (location.hash !== address)
      try { history.replaceState(null, "", address); } catch { /* not allowed in some frames */ }
  };

  const show = () => {
    const scene = scenes()[at];
    drawBoard(scene);
    tell(scene);
    showTurn(scene.turn);
    find("slider").value = at;
    const step = isWhole(scene) ? "" : `.${scene.step}`;
    document.body.dataset.place = `${lines[line].name}/${scene.turn}${step}`;
  };

  const go = (where) => {
    at = Math.max(0, Math.min(scenes().length - 1, where));
    show();
  };

  const goToTurn = (turn) =>
    go(Math.max(0, scenes().findLastIndex((scene) => isWhole(scene) && scene.turn <= turn)));

  const choose = (which, turn) => {
    line = which;
    find("lines").value = which;
    find("slider").max = scenes().length - 1;
    find("turns").replaceChildren();
    for (const { turn: number } of scenes().filter(isWhole)) {
      const words = told(number);
      const row = written("a", words.heading + (words.comment ? ' "' : ""),
        written("li", "", find("turns")), { href: hash(number), "data-turn": number });
      if (words.mark) row.append(" "), written("span", words.mark, row, { class: `mark ${severity(words)}` });
    }
    goToTurn(turn);
  };

  const firstTurn = (number) => (number ? lines[number].scenes.find(isWhole).turn + 1 : 0);

  // The next variation from the current turn on; from a variation another one of its turn, else the game.
  const nextVariation = () => {
    const here = line ? firstTurn(line) : scenes()[at].turn;
    const found = lines.map((_, number) => number)
      .filter((number) => number > line && (line ? firstTurn(number) === here : firstTurn(number) >= here))
      .sort((one, other) => firstTurn(one) - firstTurn(other))[0];
    stop();
    if (found) choose(found, firstTurn(found));
    else if (line) choose(0, here);
  };

  const goToMistake = (direction) => {
    const marked = scenes().filter((scene) => isWhole(scene) && severity(told(scene.turn)));
    const here = scenes()[at].turn;
    const ahead = direction > 0 ? marked.filter(({ turn }) => turn > here)
      : marked.filter(({ turn }) => turn < here).reverse();
    if (ahead.length) goToTurn(ahead[0].turn);
  };

  const turnOn = (direction) => {
    let there = at + direction;
    while (scenes()[there] && !isWhole(scenes()[there])) there += direction;
    go(there);
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    find("play").textContent = "play";
    find("play").setAttribute("aria-label", "play the game");
  };

  const playUntil = (last) => {
    if (at >= last) return stop();
    go(at + 1);
    timer = setTimeout(playUntil, scenes()[at].ms, last);
  };

  const start = (from, last) => {
    stop();
    go(from);
    find("play").textContent = "stop";
    find("play").setAttribute("aria-label", "stop");
    timer = setTimeout(playUntil, 400, last);
  };

  const play = () => {
    if (timer) return stop();
    const last = scenes().length - 1;
    start(at === last ? 0 : at, last);
  };

  // From the end of the turn before to the end of the current turn.
  const watch = () => {
    const turn = scenes()[at].turn;
    const last = scenes().findIndex((scene) => isWhole(scene) && scene.turn === turn);
    const from = scenes().findIndex((scene) => scene.turn === turn) - 1;
    if (from >= 0) start(from, last);
  };

  const pausing = (action) => () => { stop(); action(); };
  const actions = {
    first: pausing(() => go(0)), back: pausing(() => turnOn(-1)), unstep: pausing(() => go(at - 1)), play, watch,
    step: pausing(() => go(at + 1)), next: pausing(() => turnOn(1)), last: pausing(() => go(scenes().length - 1)),
  };
  const keys = { Home: "first", ArrowLeft: "back", "[": "unstep", " ": "play", w: "watch", "]": "step",
    ArrowRight: "next", End: "last" };
  const isForControl = (event) => event.target.closest("select, input")
    || ([" ", "Enter"].includes(event.key) && event.target.closest("button, a, summary"));
  for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isForControl(event)) return;
    if (event.key === "v") nextVariation();
    else if (event.key === "n" || event.key === "N") goToMistake(event.key === "n" ? 1 : -1);
    else if (keys[event.key]) actions[keys[event.key]]();
    else return;
    event.preventDefault();
  });
  find("slider").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
  find("written").addEventListener("toggle", describeBoard);
  lines.forEach((each, number) =>
    written("option", each.name + (each.problem ? ` (ends early: ${each.problem})` : ""), find("lines"),
      { value: number }));
  find("choice").hidden = lines.length === 1;
  find("lines").addEventListener("change", (event) => { stop(); choose(Number(event.target.value), 0); });
  if (chart) chart.querySelector("svg").addEventListener("click", (event) => {
    const box = chart.querySelector("svg").getBoundingClientRect();
    const first = Number(chart.dataset.first), last = Number(chart.dataset.last);
    stop();
    const turn = first + Math.round((last - first) * (event.clientX - box.left) / box.width);
    line ? choose(0, turn) : goToTurn(turn);
  });

  const follow = () => {
    if (location.hash === address && address) return;
    const wanted = new URLSearchParams(location.hash.slice(1));
    const which = lines.findIndex((each) => each.name === wanted.get("line"));
    stop();
    choose(Math.max(0, which), Number(wanted.get("turn")) || 0);
  };
  addEventListener("hashchange", follow);
  document.documentElement.classList.add("js");
  follow();
})();
