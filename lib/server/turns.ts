/** Gives others their turn: resolves in a later round of the event loop. */
export type Turn = () => Promise<void>

/**
 * Turns for the steps of long work, and for short work that may turn out longer. In each round of the event loop one of
 * either goes on: sixty long works at once hold up everything else no longer than one does. `nextRound` runs a function
 * in the next round.
 */
export function createTurns(nextRound: (run: () => void) => unknown = setImmediate): {
  readonly long: Turn
  readonly short: Turn
} {
  const lanes: (() => void)[][] = [[], []]
  const waiting = () => lanes.reduce((count, lane) => count + lane.length, 0)
  const goOn = () => {
    for (const lane of lanes) lane.shift()?.()
    if (waiting() > 0) nextRound(goOn)
  }
  const join = (lane: (() => void)[]) => () =>
    new Promise<void>((resolve) => {
      lane.push(resolve)
      if (waiting() === 1) nextRound(goOn)
    })
  const [short = [], long = []] = lanes
  return { long: join(long), short: join(short) }
}
