#!/usr/bin/env node
// A complete agent for Atlantis in JavaScript, for Node without any package.
// It plays one legal move by chance in every segment. Run it with
//   atlantis match gentle 'agent:node examples/agents/wanderer.js' --board hexagon:2 --games 10
"use strict";

const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 0], [-1, -1], [0, -1]];
let seat = 0;
let segments = []; // arrays of field names
const nameAt = new Map(); // "3,5" -> "c5"
const placeOf = new Map(); // "c5" -> [3, 5]

function readField(name) {
  // On boards of older programs "-b-1" is column -1, row -1.
  const [, minus, letters, number] = /^(-?)([a-z]+)(-?[0-9]+)$/.exec(name);
  let column = 0;
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 96;
  return [minus ? 1 - column : column, Number(number)];
}

function start(message) {
  const [, mySeat, , ...rest] = message.split(";");
  seat = Number(mySeat) - 1;
  segments = JSON.parse(rest.join(";")).segments;
  for (const name of segments.flat()) {
    const place = readField(name);
    placeOf.set(name, place);
    nameAt.set(place.join(), name);
  }
}

// My open stacks, and the fields that are no longer open.
function readState(state) {
  const mine = new Map();
  const closed = new Set();
  state.split("|").forEach((part, player) => {
    for (const entry of part.split(",").filter(Boolean)) {
      const [name, value] = entry.split(":");
      if (Number(value) <= 0) closed.add(name);
      else if (player === seat) mine.set(name, Number(value));
    }
  });
  return [mine, closed];
}

function legalMoves(segment, mine, closed) {
  const moves = [];
  for (const source of segment.filter((name) => mine.has(name))) {
    for (const [dx, dy] of STEPS) {
      let [x, y] = placeOf.get(source);
      for (let distance = 1; distance <= mine.get(source); distance++) {
        x += dx;
        y += dy;
        const target = nameAt.get([x, y].join());
        if (target === undefined || closed.has(target)) break;
        moves.push(`${source}-${target}`);
      }
    }
  }
  return moves;
}

function answer(state) {
  const [mine, closed] = readState(state);
  const turn = [];
  for (const segment of segments) {
    const moves = legalMoves(segment, mine, closed);
    if (moves.length) turn.push(moves[Math.floor(Math.random() * moves.length)]);
  }
  return turn.length ? `TURN;${turn.join()}` : "TURN";
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (message) => {
  if (message === "END") process.exit(0);
  else if (message.startsWith("START;")) start(message);
  else {
    const [, , state, following] = message.split(";");
    if (following === "YOU") process.stdout.write(answer(state) + "\n");
  }
});
