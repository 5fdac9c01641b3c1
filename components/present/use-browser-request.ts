import { useCallback, useEffect, useState } from 'react'
import { type BrowserRequest, isBrowserRequest } from './digital-credential'
import { whyNot } from './report'

/** A signed request is made anew after that long, so that its `iat` is never old when a wallet reads it. */
const freshMillis = 5 * 60_000
/** How often its age is looked at: a page that came to the front has moved the time when it gets old. */
const lookMillis = 5_000

type Fetched = { readonly request: BrowserRequest; readonly at: number } | { readonly why: string }

async function fetchRequest(url: string): Promise<Fetched> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (!answer.ok) return { why: await whyNot(answer) }
    const body: unknown = await answer.json()
    return isBrowserRequest(body) ? { request: body, at: Date.now() } : { why: 'The request cannot be read.' }
  } catch {
    return { why: 'The service cannot be reached.' }
  }
}

export interface HeldRequest {
  /** `null` until it is there. */
  readonly request: BrowserRequest | null
  /** Why it is not there, in a sentence; `null` while it is awaited. */
  readonly why: string | null
  readonly again: () => void
}

/**
 * Holds the request ready, since the call has to follow the click at once: fetched when it is wanted first, and again once it is
 * five minutes old. Timers of a page in the background sleep, so its age is looked at when the page comes back too.
 * @param wanted false while the request is not going to be used
 */
export function useBrowserRequest(url: string, wanted: boolean): HeldRequest {
  const [fetched, setFetched] = useState<Fetched | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches it again.
  useEffect(() => {
    if (!wanted) return
    let isOver = false
    let at = 0
    const fetchIt = async () => {
      at = Date.now()
      const found = await fetchRequest(url)
      // What cannot be renewed is still good for a while.
      if (!isOver) setFetched((held) => ('why' in found && held !== null && 'request' in held ? held : found))
    }
    const renew = () => {
      if (document.visibilityState === 'visible' && Date.now() - at >= freshMillis) void fetchIt()
    }
    void fetchIt()
    const timer = setInterval(renew, lookMillis)
    document.addEventListener('visibilitychange', renew)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [url, wanted, tries])
  const again = useCallback(() => {
    setFetched(null)
    setTries((count) => count + 1)
  }, [])
  return {
    request: fetched !== null && 'request' in fetched ? fetched.request : null,
    why: fetched !== null && 'why' in fetched ? fetched.why : null,
    again,
  }
}
