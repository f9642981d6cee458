"""Fits the net to lessons: gradient descent (Adam) on the cross entropy, in plain numpy.

Targets are half the result of the game and half the chances found by the search; for turns that
were not played only the latter are known. Inputs are standardised for the fit, and the weights are
rescaled afterwards. The same lessons and seed give the same net.
A fit can continue from a net: with smaller steps, and fewer, so that it keeps what that net knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from atlantis_core.engine.pure.net import HIDDEN, INPUTS
from training.self_play import Lesson

Array: TypeAlias = Any
"""An array of floats; `Any`, because type checks run without numpy."""

EPOCHS = 30
BATCH = 512
RATE = 2e-3
EPOCHS_TO_CONTINUE = 12
RATE_TO_CONTINUE = 5e-4
DECAY = 1e-5
RESULT_SHARE = 0.5
"""The weight of the game's result in a target; the rest is the search's."""
DECIMALS = 5


@dataclass(frozen=True)
class Batch:
    """Lessons with the same number of players."""

    inputs: Array
    """Lesson, player, input."""
    targets: Array
    """Lesson, player."""


def gather(lessons: Sequence[Lesson]) -> list[Batch]:
    """All lessons, by number of players."""
    by_players: dict[int, list[Lesson]] = {}
    for lesson in lessons:
        by_players.setdefault(len(lesson.searched), []).append(lesson)
    return [
        Batch(
            np.frombuffer(b"".join(lesson.inputs for lesson in group)).reshape(
                len(group), players, len(INPUTS)
            ),
            np.array([_target(lesson) for lesson in group], dtype=np.float64),
        )
        for players, group in sorted(by_players.items())
    ]


def _target(lesson: Lesson) -> list[float]:
    if lesson.winner is None:
        return list(lesson.searched)
    return [
        RESULT_SHARE * (seat == lesson.winner) + (1 - RESULT_SHARE) * chance
        for seat, chance in enumerate(lesson.searched)
    ]


def fit(
    batches: Sequence[Batch], seed: int, begin: Sequence[float] | None = None
) -> tuple[list[float], float]:
    """The numbers of a net, and its cross entropy on the lessons; `begin` is the net to continue
    from, if any.
    """
    dice = np.random.default_rng(seed)
    rows = np.concatenate([batch.inputs.reshape(-1, len(INPUTS)) for batch in batches])
    middle, spread = rows.mean(0), np.maximum(rows.std(0), 1e-3)
    if begin is None:
        weights, epochs, most = _random_weights(dice), EPOCHS, RATE
    else:
        first, bias, last = _parts(begin)
        weights = [first * spread[:, None], bias + middle @ first, last]
        epochs, most = EPOCHS_TO_CONTINUE, RATE_TO_CONTINUE
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in weights]
    steps, loss = 0, 0.0
    for epoch in range(epochs):
        rate = most * (0.5 + 0.5 * np.cos(np.pi * epoch / epochs)) + most / 200
        losses = []
        for inputs, targets in _shuffled(batches, dice):
            steps += 1
            scaled = (inputs - middle) / spread
            lost, gradients = _gradients(scaled, targets, weights)
            losses.append(lost)
            for number, gradient in enumerate(gradients):
                moments[number] = _step(weights[number], gradient, moments[number], rate, steps)
        loss = float(np.mean(losses))
    first, bias, last = weights
    numbers = [first / spread[:, None], bias - (middle / spread) @ first, last]
    return [round(float(x), DECIMALS) for part in numbers for x in part.reshape(-1)], loss


def _random_weights(dice: np.random.Generator) -> list[Array]:
    return [
        dice.normal(0, np.sqrt(2 / len(INPUTS)), (len(INPUTS), HIDDEN)),
        np.zeros(HIDDEN),
        dice.normal(0, np.sqrt(1 / HIDDEN), HIDDEN),
    ]


def _parts(numbers: Sequence[float]) -> tuple[Array, Array, Array]:
    """The weights of the inputs, the biases, and the weights in the score."""
    biases = len(INPUTS) * HIDDEN
    found = np.array(numbers)
    first = found[:biases].reshape(len(INPUTS), HIDDEN)
    return first, found[biases : biases + HIDDEN], found[biases + HIDDEN :].copy()


def _step(
    part: Array, gradient: Array, moments: tuple[Array, Array], rate: float, steps: int
) -> tuple[Array, Array]:
    """One step of Adam; changes the weights in place and returns the new moments."""
    pulled = gradient + DECAY * part
    mean = moments[0] + 0.1 * (pulled - moments[0])
    square = moments[1] + 0.001 * (pulled * pulled - moments[1])
    corrected = np.sqrt(square / (1 - 0.999**steps)) + 1e-8
    part -= rate * (mean / (1 - 0.9**steps)) / corrected
    return mean, square


def _shuffled(batches: Sequence[Batch], dice: np.random.Generator) -> list[tuple[Array, Array]]:
    found = []
    for batch in batches:
        order = dice.permutation(len(batch.inputs))
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            found.append((batch.inputs[chosen], batch.targets[chosen]))
    return [found[place] for place in dice.permutation(len(found))]


def _gradients(
    inputs: Array, targets: Array, weights: Sequence[Array]
) -> tuple[float, list[Array]]:
    first, bias, last = weights
    hidden = inputs @ first + bias
    active = np.maximum(hidden, 0)
    scores = active @ last
    scores -= scores.max(1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(1, keepdims=True)
    loss = -float((targets * np.log(chances + 1e-12)).sum(1).mean())
    error = (chances - targets) / len(inputs)
    flat_active = active.reshape(-1, HIDDEN)
    flat_error = error.reshape(-1)
    back = np.outer(flat_error, last) * (flat_active > 0)
    flat_inputs = inputs.reshape(-1, inputs.shape[-1])
    return loss, [flat_inputs.T @ back, back.sum(0), flat_active.T @ flat_error]
