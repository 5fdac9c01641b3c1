/** Long work in steps, between which other work may run. */
export type PausableWork<Result> = Generator<undefined, Result>

/** Runs all steps at once. */
export function atOnce<Result>(steps: PausableWork<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Runs step by step; `turn` resolves when other work had its turn. */
export async function inTurns<Result>(steps: PausableWork<Result>, turn: () => Promise<unknown>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await turn()
  }
}

/**
 * Starts work for each item in a turn of its own, and resolves when all is done. Waiting, e.g. for storage, happens
 * concurrently.
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
    // It may fail while others start, before anyone awaits it.
    one.catch(() => undefined)
    begun.push(one)
  }
  return Promise.all(begun)
}
