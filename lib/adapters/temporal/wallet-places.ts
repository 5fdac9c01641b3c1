import { Context } from '@temporalio/activity'

/** How often an activity that waits for a place tells Temporal that it is alive, in milliseconds. */
const heartbeatMillis = 5000

export type Activities = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/**
 * Lets so many of the named activities run at once in this process, whatever namespace they are of; the others wait, in the
 * order in which they came.
 */
export function createWalletPlaces(count: number): (activities: Activities, names: readonly string[]) => Activities {
  let free = count
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  const take = async (context: Context): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    let proceed: () => void = () => undefined
    const turn = new Promise<void>((resolve) => {
      proceed = resolve
    })
    waiting.push(proceed)
    const beat = setInterval(() => context.heartbeat('waiting for a place'), heartbeatMillis)
    try {
      await Promise.race([turn, context.cancelled])
    } catch (error) {
      const at = waiting.indexOf(proceed)
      if (at >= 0) waiting.splice(at, 1)
      // Its turn came in the same moment.
      else release()
      throw error
    } finally {
      clearInterval(beat)
    }
  }
  return (activities, names) =>
    Object.fromEntries(
      Object.entries(activities).map(([name, activity]) => [
        name,
        names.includes(name)
          ? async (...input: never[]) => {
              await take(Context.current())
              try {
                return await activity(...input)
              } finally {
                release()
              }
            }
          : activity,
      ]),
    )
}
