/** Lets other work run: resolves in a later round of the event loop. */
export type Turn = () => Promise<void>

/**
 * Hands out turns to the steps of long tasks, and to short tasks that may take longer. Each round of the event loop
 * runs one step of either, so sixty long tasks block other work no longer than one does. `nextRound` runs a function in
 * the next round.
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
