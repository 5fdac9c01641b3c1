/**
 * Retries a function until it returns a value, for at most `millisMax`. For effects that follow an answer, or come
 * without one.
 */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, millisMax = 60_000): Promise<T> {
  const deadline = Date.now() + millisMax
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > deadline) throw new Error('What was waited for did not come.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
