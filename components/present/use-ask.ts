import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type BrowserAbility,
  type BrowserRequest,
  browserAbility,
  callBrowser,
  findObstacle,
  isBrowserRequest,
  type Obstacle,
} from './digital-credential'
import { type PageFacts, type Report, refusalReason, report, reportLeft, reportStart } from './report'

/** Progress of the page with its browser. */
export type Phase =
  /** The browser's abilities are not known yet. */
  | { readonly is: 'looking' }
  | { readonly is: 'obstacle'; readonly obstacle: Obstacle }
  | { readonly is: 'ready' }
  | { readonly is: 'asking' }
  | { readonly is: 'sending' }
  /** The wallet's response is recorded. */
  | { readonly is: 'answered'; readonly result: 'accepted' | 'refused' | 'error' }
  /** The call was rejected with the error `name`; `lost` says why that could not be recorded. */
  | { readonly is: 'failed'; readonly name: string; readonly lost: string | null }
  /** The wallet's response arrived, but could not be recorded. */
  | { readonly is: 'unsent'; readonly why: string; readonly body: Report }

interface AskInput {
  /** Origin of the service. */
  readonly origin: string
  readonly protocols: readonly string[]
  /** URL that takes the result. */
  readonly resultUrl: string
}

interface Ask {
  readonly phase: Phase
  /** Calls the browser; must run in a click handler. */
  readonly ask: (request: BrowserRequest) => void
  readonly stop: () => void
  /** Retries posting a response that could not be recorded. */
  readonly sendAgain: () => void
}

const cannotSay: BrowserAbility = { hasApi: false, allows: {} }

/** Whether a response is a refusal by the wallet; the service judges its content. OID4VP-1FINALA-A.4 */
const isError = (body: Report): boolean =>
  body.outcome === 'answer' && typeof body.data === 'object' && body.data !== null && 'error' in body.data

/**
 * Asks a wallet through this browser, and records the course: started, stopped, answered, left, or why asking is
 * impossible.
 */
export function useAsk({ origin, protocols, resultUrl }: AskInput): Ask {
  const [phase, setPhase] = useState<Phase>({ is: 'looking' })
  const [ability, setAbility] = useState(cannotSay)
  const call = useRef<{ readonly stop: AbortController; readonly at: number } | null>(null)

  const factsOf = (allows: PageFacts['allows']): PageFacts => ({
    origin: window.location.origin,
    elapsed_ms: call.current === null ? 0 : Math.round(performance.now() - call.current.at),
    allows,
  })

  const names = protocols.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts of a page are those of the moment.
  useEffect(() => {
    const found = browserAbility()
    const { isSecureContext: isSecure, location } = window
    const pageOrigin = location.origin
    const obstacle = findObstacle({ ...found, isSecure, pageOrigin, origin, protocols: names.split(' ') })
    setAbility(found)
    setPhase(obstacle === null ? { is: 'ready' } : { is: 'obstacle', obstacle })
    if (obstacle !== null)
      void report(resultUrl, { outcome: 'unsupported', reason: obstacle, page: factsOf(found.allows) })
  }, [origin, names, resultUrl])

  // Record that the page was left without a result, to distinguish that from a silent wallet. Not before the call: no
  // wallet knows of it then, and visits would use up the session's reports.
  const isOpen = phase.is === 'asking'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts of a page are those of the moment.
  useEffect(() => {
    if (!isOpen) return
    const leave = () => reportLeft(resultUrl, factsOf(ability.allows))
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [isOpen, resultUrl, ability])

  const send = async (body: Report) => {
    setPhase({ is: 'sending' })
    const recorded = await report(resultUrl, body)
    if (body.outcome === 'error')
      setPhase({ is: 'failed', name: body.error.name, lost: recorded.is === 'lost' ? recorded.why : null })
    else if (recorded.is === 'lost') setPhase({ is: 'unsent', why: recorded.why, body })
    else
      setPhase({ is: 'answered', result: recorded.is === 'refused' ? 'refused' : isError(body) ? 'error' : 'accepted' })
  }

  const ask = (request: BrowserRequest) => {
    const stop = new AbortController()
    call.current = { stop, at: performance.now() }
    const came = callBrowser(request, stop.signal)
    const started = reportStart(resultUrl, { ...factsOf(ability.allows), elapsed_ms: 0 })
    setPhase({ is: 'asking' })
    void came.then(async (outcome) => {
      const page = factsOf(ability.allows)
      // Record the start before the result.
      await started
      await send({ ...outcome, page })
    })
  }

  return {
    phase,
    ask,
    stop: () => call.current?.stop.abort(),
    sendAgain: () => phase.is === 'unsent' && void send(phase.body),
  }
}

/** Signed requests are renewed after this long, so that `iat` is recent when a wallet reads it. */
const freshMillis = 5 * 60_000

/** How often the request's age is checked; sleeping timers of a background page delay a single timeout. */
const lookMillis = 5_000

type Fetched = { readonly request: BrowserRequest; readonly at: number } | { readonly why: string }

async function fetchRequest(url: string): Promise<Fetched> {
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' } })
    if (!answer.ok) return { why: await refusalReason(answer) }
    const body: unknown = await answer.json()
    return isBrowserRequest(body) ? { request: body, at: Date.now() } : { why: 'The request cannot be read.' }
  } catch {
    return { why: 'The service cannot be reached.' }
  }
}

export interface HeldRequest {
  /** `null` until available. */
  readonly request: BrowserRequest | null
  /** Why it is unavailable, in a sentence; `null` while it is awaited. */
  readonly why: string | null
  readonly again: () => void
}

/**
 * Keeps the request ready, because the call must follow the click at once: fetched when first wanted, and again once it
 * is five minutes old. Timers sleep in background pages, so its age is also checked when the page returns.
 * @param wanted false if the request will not be used
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
      // If renewal fails, the old request remains usable for a while.
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
