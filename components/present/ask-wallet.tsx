'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/ground/values/json'
import type { Ending } from '@/lib/queries/present'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { pollEvery } from '../ui/poll-every'
import { type Obstacle, obstacleWords } from './obstacle'
import { Line, Outcome } from './outcome'
import { ProtocolNames } from './protocol-names'
import { type Phase, useAsk } from './use-ask'
import { useBrowserRequest } from './use-browser-request'

interface AskWalletProps {
  /** Where the service says it is: what a wallet binds its response to. */
  readonly origin: string
  /** The path of this page. */
  readonly path: string
  readonly protocols: readonly string[]
  /** Why nothing could be asked any more when the page was made; `null` while a wallet could be. */
  readonly ending: Ending | null
  /** Gives the request. */
  readonly requestUrl: string
  /** Takes what came of it. */
  readonly resultUrl: string
  /** Says how the session stands. */
  readonly stateUrl: string
  /** The page with the evidence. */
  readonly evidenceUrl: string
}

/** The control that asks the wallet, and what came of it. Shows nothing of what the wallet sent. */
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
  // A refused response may leave the session open: the state that was read after it says so.
  const mayAsk = phase.is in askable || (phase.is === 'answered' && phase.result === 'refused' && isKnownSince)
  // A campaign goes on after a rejected promise too, which leaves its session open.
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

/** While these last, the end of the session is this page's own doing, or something of it is still to be sent. */
const underWay: Partial<Record<Phase['is'], true>> = { asking: true, sending: true, answered: true, unsent: true }

/** Where there is a button to ask, or to stop. */
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

/** Lets the service make the page again once the request has ended while it was open: only the service knows why. */
function useReasonOfEnd(ended: boolean, ending: Ending | null): void {
  const router = useRouter()
  useEffect(() => {
    if (ended && ending === null) router.refresh()
  }, [ended, ending, router])
}

/** How the session stands, and whether that was read after the last response of a wallet was on record. */
function usePresentState(url: string, phase: Phase) {
  const { data: state, mutate } = useSWR(url, fetchState, pollEvery(2000))
  const [known, setKnown] = useState<Phase | null>(null)
  useEffect(() => {
    if (phase.is === 'answered') void mutate().then(() => setKnown(phase))
  }, [phase, mutate])
  return { state, isKnownSince: known === phase }
}

/** Moves the focus to what a wallet's response came to: the button that was pressed is gone by then. */
function useFocusOnAnswer(phase: Phase) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (phase.is === 'answered' || phase.is === 'unsent') shown.current?.focus()
  }, [phase])
  return shown
}

/** Stands below the last answer that was looked into. */
const lastRefusal = 'Five answers were refused, so this request takes no more.'

const sentences: Readonly<Record<Ending, string>> = {
  answered: 'This request has ended: a wallet has answered it.',
  refused: `This request has ended. ${lastRefusal} The evidence says which check refused each of them.`,
  expired: 'This request has ended: its time is over. Ask for a new one where you got this one.',
}

/** Why nothing can be asked with a request any more; `null` where that is not known yet. */
const endingWords = (ending: Ending | null): string =>
  ending === null ? 'This request has ended. Nothing more can be asked with it.' : sentences[ending]

/** How the session stands, as `GET /present/{id}/state` says. */
interface PresentState {
  /** Nothing can be asked any more. */
  readonly ended: boolean
  /** The page of the next session of the campaign, once that has gone on; `null` until then and outside of campaigns. */
  readonly nextPage: string | null
}

/** Reads the state. Throws where it cannot be read; polling asks again. */
export async function fetchState(url: string): Promise<PresentState> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body)) throw new Error(`State: ${answer.status}`)
  return { ended: body.ended === true, nextPage: typeof body.next_page === 'string' ? body.next_page : null }
}
