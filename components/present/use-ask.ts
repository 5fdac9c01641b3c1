import { useEffect, useRef, useState } from 'react'
import { type BrowserAbility, type BrowserRequest, browserAbility, callBrowser } from './digital-credential'
import { type Obstacle, obstacleTo } from './obstacle'
import { type PageFacts, type Report, report, reportLeft, reportStart } from './report'

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
