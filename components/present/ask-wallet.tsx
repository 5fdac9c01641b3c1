'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/shared/values/json'
import type { Ending } from '@/lib/queries/present'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'
import { pollEvery } from '../ui/in-browser'
import { type Obstacle, obstacleWords } from './digital-credential'
import { ProtocolNames } from './protocol-names'
import { type Phase, useAsk, useBrowserRequest } from './use-ask'

/** Icon, words and colour for what happened to a response. */
const results = {
  accepted: { icon: 'pass', tone: 'text-pass-ink', word: 'Accepted', more: 'No check refused it.' },
  refused: { icon: 'fail', tone: 'text-fail-ink', word: 'Refused', more: 'The evidence says which check refused it.' },
  error: { icon: 'warn', tone: 'text-warn-ink', word: 'An error', more: 'The wallet shared nothing.' },
} as const satisfies Record<string, { icon: IconName; tone: string; word: string; more: string }>

interface OutcomeProps {
  readonly phase: Extract<Phase, { is: 'answered' | 'failed' | 'unsent' }>
  /** Consequence for the request, in a sentence; `null` for none. */
  readonly last: string | null
  /** Retries posting a response that could not be recorded. */
  readonly onSendAgain: () => void
}

/** Result of asking. */
function Outcome({ phase, last, onSendAgain }: OutcomeProps) {
  if (phase.is === 'failed')
    return (
      <Line icon="warn">
        {failureWords(phase.name)}
        {phase.lost !== null && ` That is not recorded. ${phase.lost}`}
      </Line>
    )
  if (phase.is === 'unsent')
    return (
      <div className="grid gap-3">
        <Line icon="warn">Your wallet’s answer is here, but it is not recorded yet. {phase.why}</Line>
        <div>
          <button type="button" onClick={onSendAgain} className={buttonClass({ size: 'large' }, 'max-md:w-full')}>
            Send it again
          </button>
        </div>
      </div>
    )
  const { icon, tone, word, more } = results[phase.result]
  return (
    <div className="grid gap-1">
      <h2 className="text-lg">Your wallet’s answer is recorded</h2>
      <Line icon={icon} tone={tone}>
        <strong className="font-[550]">{word}.</strong> <span className="text-ink-2">{more}</span>
        {last !== null && <span className="mt-1 block text-ink-2">{last}</span>}
      </Line>
    </div>
  )
}

interface LineProps {
  readonly icon: IconName
  readonly tone?: string
  readonly children: ReactNode
}

/** A sentence with its icon. */
function Line({ icon, tone = 'text-warn-ink', children }: LineProps) {
  return (
    <p className={cn('grid grid-cols-[16px_minmax(0,1fr)] gap-2', tone)}>
      <Icon name={icon} className="mt-1 size-4" />
      <span>{children}</span>
    </p>
  )
}

/**
 * Meaning of the errors that browsers distinguish; other errors say no more than their name. W3C Digital Credentials
 */
const meanings: ReadonlyMap<string, string> = new Map([
  ['TypeError', 'the browser could not read the request.'],
  ['SecurityError', 'the browser does not let this page ask for credentials.'],
  ['InvalidStateError', 'the page was not in front, or another request was under way.'],
  ['OperationError', 'the browser or the platform failed while it passed the request on.'],
])

/** Explains a rejected call to the person who asked, by error name. */
export function failureWords(name: string): string {
  // By design, this error does not distinguish a refusal by the person, one by the wallet, and the absence of a wallet.
  if (name === 'NotAllowedError') return 'Nothing was shared. You or the wallet declined, or no wallet fits.'
  if (name === 'AbortError') return 'You stopped asking.'
  return `${name}: ${meanings.get(name) ?? 'the browser says no more than this name.'}`
}

interface AskWalletProps {
  /** Origin of the service, to which a wallet binds its response. */
  readonly origin: string
  /** Path of this page. */
  readonly path: string
  readonly protocols: readonly string[]
  /** Why the request had already ended at rendering; `null` if a wallet could still be asked. */
  readonly ending: Ending | null
  /** URL of the request. */
  readonly requestUrl: string
  /** URL that takes the result. */
  readonly resultUrl: string
  /** URL of the session's state. */
  readonly stateUrl: string
  /** Page with the evidence. */
  readonly evidenceUrl: string
}

/** Asks the wallet and reports the result. Shows nothing of what the wallet sent. */
export function AskWallet({
  origin,
  path,
  protocols,
  ending,
  requestUrl,
  resultUrl,
  stateUrl,
  evidenceUrl,
}: AskWalletProps) {
  const { phase, ask, stop, sendAgain } = useAsk({ origin, protocols, resultUrl })
  const { state, isKnownSince } = usePresentState(stateUrl, phase)
  const ended = ending !== null || state?.ended === true
  useReasonOfEnd(ended, ending)
  const canAsk = phase.is !== 'looking' && phase.is !== 'obstacle' && !ended
  const { request, why, again } = useBrowserRequest(requestUrl, canAsk)
  const outcome = useFocusOnAnswer(phase)
  // A refused response may leave the session open, as the state read afterwards says.
  const mayAsk = phase.is in askable || (phase.is === 'answered' && phase.result === 'refused' && isKnownSince)
  // A campaign also continues after a rejected call, which leaves its session open.
  const next = phase.is === 'asking' || phase.is === 'sending' ? null : (state?.nextPage ?? null)
  const isOver = ended && !(phase.is in underWay)
  return (
    <div className="grid gap-4">
      <div ref={outcome} role="status" tabIndex={-1} className="scroll-my-4 rounded-md empty:hidden">
        {isOver ? (
          <Line icon="info" tone="text-ink-2">
            {endingWords(ending)}
          </Line>
        ) : phase.is === 'obstacle' ? (
          <ObstacleLine obstacle={phase.obstacle} origin={origin} path={path} protocols={protocols} />
        ) : phase.is === 'asking' ? (
          <Line icon="clock" tone="text-ink-2">
            Your browser looks for a wallet. Do what it shows.
          </Line>
        ) : phase.is === 'answered' || phase.is === 'failed' || phase.is === 'unsent' ? (
          <Outcome
            phase={phase}
            last={phase.is === 'answered' && ending === 'refused' ? lastRefusal : null}
            onSendAgain={sendAgain}
          />
        ) : (
          why !== null && canAsk && <Line icon="warn">The request is not here. {why}</Line>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {mayAsk && !ended && (
          // One button throughout, so that it keeps the focus while its meaning changes.
          <button
            type="button"
            aria-disabled={phase.is === 'sending' || (request === null && why === null)}
            onClick={() => {
              if (phase.is === 'asking') stop()
              else if (phase.is === 'sending') return
              else if (request !== null) ask(request)
              else if (why !== null) again()
            }}
            className={buttonClass(
              { look: phase.is === 'asking' || next !== null ? 'plain' : 'solid', size: 'large' },
              'max-md:w-full',
            )}
          >
            <Icon name={phase.is === 'asking' ? 'close' : 'wallet'} />
            {phase.is === 'asking'
              ? 'Stop asking'
              : request === null && why !== null
                ? 'Fetch it again'
                : phase.is === 'ready'
                  ? 'Ask my wallet'
                  : 'Ask again'}
          </button>
        )}
        {next !== null && (
          <a href={next} className={buttonClass({ look: 'solid', size: 'large' }, 'max-md:w-full')}>
            Next
            <Icon name="arrow" />
          </a>
        )}
        {(isOver || phase.is === 'answered') && (
          <a href={evidenceUrl} className={buttonClass({ size: 'large' }, 'max-md:w-full')}>
            See the evidence
          </a>
        )}
      </div>
    </div>
  )
}

/** Phases in which the page itself ends the session, or still has something to send. */
const underWay: Partial<Record<Phase['is'], true>> = { asking: true, sending: true, answered: true, unsent: true }

/** Phases with a button to ask or stop. */
const askable: Partial<Record<Phase['is'], true>> = {
  ready: true,
  asking: true,
  sending: true,
  failed: true,
}

interface ObstacleLineProps extends Pick<AskWalletProps, 'origin' | 'path' | 'protocols'> {
  readonly obstacle: Obstacle
}

/** Why the browser cannot be asked here, and what helps. */
const ObstacleLine = ({ obstacle, origin, path, protocols }: ObstacleLineProps) => (
  <Line icon="warn">
    {obstacle === 'other_origin' ? (
      <>
        Open this page at{' '}
        <a className="link [overflow-wrap:anywhere]" href={`${origin}${path}`}>
          {origin}
        </a>
      </>
    ) : obstacle === 'no_protocol' ? (
      <>
        This browser carries none of: <ProtocolNames protocols={protocols} />.
      </>
    ) : (
      obstacleWords[obstacle]
    )}
  </Line>
)

/** Rerenders the page on the server when the request ends while it is open: only the service knows why. */
function useReasonOfEnd(ended: boolean, ending: Ending | null): void {
  const router = useRouter()
  useEffect(() => {
    if (ended && ending === null) router.refresh()
  }, [ended, ending, router])
}

/** State of the session, and whether it was read after the wallet's last response was recorded. */
function usePresentState(url: string, phase: Phase) {
  const { data: state, mutate } = useSWR(url, fetchState, pollEvery(2000))
  const [known, setKnown] = useState<Phase | null>(null)
  useEffect(() => {
    if (phase.is === 'answered') void mutate().then(() => setKnown(phase))
  }, [phase, mutate])
  return { state, isKnownSince: known === phase }
}

/** Focuses the result of a wallet's response, because the pressed button is gone by then. */
function useFocusOnAnswer(phase: Phase) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (phase.is === 'answered' || phase.is === 'unsent') shown.current?.focus()
  }, [phase])
  return shown
}

/** Shown below the last answer that was examined. */
const lastRefusal = 'Five answers were refused, so this request takes no more.'

const sentences: Readonly<Record<Ending, string>> = {
  answered: 'This request has ended: a wallet has answered it.',
  refused: `This request has ended. ${lastRefusal} The evidence says which check refused each of them.`,
  expired: 'This request has ended: its time is over. Ask for a new one where you got this one.',
}

/** Why the request has ended; `null` while that is unknown. */
const endingWords = (ending: Ending | null): string =>
  ending === null ? 'This request has ended. Nothing more can be asked with it.' : sentences[ending]

/** State of the session, as in `GET /present/{id}/state`. */
interface PresentState {
  /** Whether the request has ended. */
  readonly ended: boolean
  /** Page of the campaign's next session; `null` until it has moved on, and outside campaigns. */
  readonly nextPage: string | null
}

/** Reads the state. Throws on failure; polling retries. */
export async function fetchState(url: string): Promise<PresentState> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body)) throw new Error(`State: ${answer.status}`)
  return { ended: body.ended === true, nextPage: typeof body.next_page === 'string' ? body.next_page : null }
}
