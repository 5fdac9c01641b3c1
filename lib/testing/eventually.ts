/** Asks again until the question gives something, at most `millisMax` long. For what happens after an answer, or without one. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>, millisMax = 20_000): Promise<T> {
  const deadline = Date.now() + millisMax
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > deadline) throw new Error('What was waited for did not come.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
