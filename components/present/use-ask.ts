import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type BrowserAbility,
  type BrowserRequest,
  browserAbility,
  callBrowser,
  isBrowserRequest,
  type Obstacle,
  obstacleTo,
} from './digital-credential'
import { type PageFacts, type Report, report, reportLeft, reportStart, whyNot } from './report'

/** How far the page is with its browser. */
export type Phase =
  /** What the browser can do is not known yet. */
  | { readonly is: 'looking' }
  | { readonly is: 'obstacle'; readonly obstacle: Obstacle }
  | { readonly is: 'ready' }
  | { readonly is: 'asking' }
  | { readonly is: 'sending' }
  /** The wallet's response is on record. */
  | { readonly is: 'answered'; readonly result: 'accepted' | 'refused' | 'error' }
  /** The call was rejected, by an error of that name. */
  | { readonly is: 'failed'; readonly name: string }
  /** The wallet's response is here, and could not be put on record. */
  | { readonly is: 'unsent'; readonly why: string; readonly body: Report }

interface AskInput {
  /** Where the service says it is. */
  readonly origin: string
  readonly protocols: readonly string[]
  /** Takes what came of it. */
  readonly resultUrl: string
}

interface Ask {
  readonly phase: Phase
  /** Calls the browser; to be called in the handler of a click. */
  readonly ask: (request: BrowserRequest) => void
  readonly stop: () => void
  /** Posts the response again that could not be put on record. */
  readonly sendAgain: () => void
}

const cannotSay: BrowserAbility = { hasApi: false, allows: {} }

/** Whether a response says that the wallet declined; what it says is for the service to judge. OID4VP-1FINALA-A.4 */
const isError = (body: Report): boolean =>
  body.outcome === 'answer' && typeof body.data === 'object' && body.data !== null && 'error' in body.data

/** Asks a wallet through this browser, and puts on record what comes of it: started, stopped, answered, left, or why it cannot be. */
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
    const obstacle = obstacleTo({ ...found, isSecure, pageOrigin, origin, protocols: names.split(' ') })
    setAbility(found)
    setPhase(obstacle === null ? { is: 'ready' } : { is: 'obstacle', obstacle })
    if (obstacle !== null)
      void report(resultUrl, { outcome: 'unsupported', reason: obstacle, page: factsOf(found.allows) })
  }, [origin, names, resultUrl])

  // Whoever leaves before anything came of it is on record too: else nobody could tell that from a wallet that is silent. Before
  // the call no wallet knows of it, and visits would use up the reports that a session may have.
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
    if (body.outcome === 'error') setPhase({ is: 'failed', name: body.error.name })
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
      // On record, the start stands before what came of it.
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
