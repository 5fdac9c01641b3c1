import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'
import type { Phase } from './use-ask'

/** What became of a response, by icon, word and colour. */
const results = {
  accepted: { icon: 'pass', tone: 'text-pass-ink', word: 'Accepted', more: 'No check refused it.' },
  refused: { icon: 'fail', tone: 'text-fail-ink', word: 'Refused', more: 'The evidence says which check refused it.' },
  error: { icon: 'warn', tone: 'text-warn-ink', word: 'An error', more: 'The wallet shared nothing.' },
} as const satisfies Record<string, { icon: IconName; tone: string; word: string; more: string }>

interface OutcomeProps {
  readonly phase: Extract<Phase, { is: 'answered' | 'failed' | 'unsent' }>
  /** What follows for the request, in a sentence; `null` if nothing. */
  readonly last: string | null
  /** Posts a response again that could not be put on record. */
  readonly onSendAgain: () => void
}

/** What came of asking. */
export function Outcome({ phase, last, onSendAgain }: OutcomeProps) {
  if (phase.is === 'failed') return <Line icon="warn">{failureWords(phase.name)}</Line>
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
export function Line({ icon, tone = 'text-warn-ink', children }: LineProps) {
  return (
    <p className={cn('grid grid-cols-[16px_minmax(0,1fr)] gap-2', tone)}>
      <Icon name={icon} className="mt-1 size-4" />
      <span>{children}</span>
    </p>
  )
}

/** What the errors mean that browsers tell apart; the others say no more than their name. W3C Digital Credentials */
const meanings: ReadonlyMap<string, string> = new Map([
  ['TypeError', 'the browser could not read the request.'],
  ['SecurityError', 'the browser does not let this page ask for credentials.'],
  ['InvalidStateError', 'the page was not in front, or another request was under way.'],
  ['OperationError', 'the browser or the platform failed while it passed the request on.'],
])

/** What a rejected call means to the person who asked, by the name of the error. */
export function failureWords(name: string): string {
  // On purpose, this one does not tell a person who declined from a wallet that did, and from no wallet at all.
  if (name === 'NotAllowedError') return 'Nothing was shared. You or the wallet declined, or no wallet fits.'
  if (name === 'AbortError') return 'You stopped asking.'
  return `${name}: ${meanings.get(name) ?? 'the browser says no more than this name.'}`
}
