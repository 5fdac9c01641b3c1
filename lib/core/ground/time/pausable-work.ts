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

/**
 * Begins work for one item after the other, each in a turn of its own, and resolves once all of it is done. What the work
 * waits for, such as storage, it waits for at the same time.
 */
export async function eachInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  turn: () => Promise<unknown>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = []
  for (const item of items) {
    if (begun.length > 0) await turn()
    const one = work(item)
    // It may fail while others begin, before anybody waits for it.
    one.catch(() => undefined)
    begun.push(one)
  }
  return Promise.all(begun)
}
