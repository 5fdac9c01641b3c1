/** Subscribes to PocketBase like a visitor's page. `texts` collects what arrives. */
export async function listen(url: string, subscriptions: readonly string[]) {
  const stop = new AbortController()
  const texts: string[] = []
  let wake: () => void = () => {}
  const stream = await fetch(`${url}/api/realtime`, { signal: stop.signal })
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) {
      texts.push(decoder.decode(chunk))
      wake()
    }
  })().catch(() => undefined)
  /** The first received text that matches the pattern; waits for it if necessary. */
  const heard = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(texts.join(''))?.[0]
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const clientId = (await heard(/"clientId":"[^"]+"/)).slice('"clientId":"'.length, -1)
  const subscribed = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, subscriptions }),
  })
  return {
    status: subscribed.status,
    texts,
    heard,
    close: async () => {
      stop.abort()
      await reading
    },
  }
}
