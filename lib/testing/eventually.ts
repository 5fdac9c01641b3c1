/** Milliseconds between two tries: a twentieth of the wait so far, within these. */
const pauseMillis = { min: 20, max: 250 }

/**
 * Retries a function until it returns a value, for at most `millisMax`. For effects that follow a response or come
 * without one. The interval grows, since a service would answer thousands of times in a minute.
 */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, millisMax = 60_000): Promise<T> {
  const since = Date.now()
  for (;;) {
    const found = await ask()
    if (found) return found
    const waited = Date.now() - since
    if (waited > millisMax) throw new Error('What was waited for did not come.')
    const pause = Math.min(pauseMillis.max, Math.max(pauseMillis.min, waited / 20))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
