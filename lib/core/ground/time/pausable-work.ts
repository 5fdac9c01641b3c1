/** Work of many milliseconds in steps: whoever does it may let others have their turn between two of them. */
export type PausableWork<Result> = Generator<undefined, Result>

/** Does all of it at once. */
export function atOnce<Result>(steps: PausableWork<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Does it one step after the other; `turn` resolves once the others had theirs. */
export async function inTurns<Result>(steps: PausableWork<Result>, turn: () => Promise<unknown>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await turn()
  }
}
