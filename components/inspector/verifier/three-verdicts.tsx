import { cn } from '@/lib/cn'
import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { Icon, type IconName } from '../../ui/icon'
import { verdictTones as tones } from '../../ui/verdict-styles'

interface ThreeVerdictsProps {
  readonly outcome: SessionOutcome
  /** `null`: not verified. */
  readonly presentationValid: boolean | null
  readonly issuerTrusted: boolean | null
  readonly signatureValid: boolean | null
}

interface Answer {
  readonly words: string
  readonly icon: IconName
  readonly ink: string
}

const answer = (value: boolean | null, yes: string, no: Answer): Answer =>
  value === null ? { words: 'Not judged', ...tones.open } : value ? { words: yes, ...tones.pass } : no

/** A refused presentation shows nothing in green. */
const trustOf = (issuerTrusted: boolean | null, presentationValid: boolean | null): Answer =>
  issuerTrusted === true && presentationValid === false
    ? { words: 'Known issuer, refused presentation', ...tones.open }
    : answer(issuerTrusted, 'Trusted', { words: 'Not trusted', ...tones.warn })

/** Three separate questions: a wallet can break a rule while presenting a valid credential that nobody trusts. */
export function ThreeVerdicts({ outcome, presentationValid, issuerTrusted, signatureValid }: ThreeVerdictsProps) {
  const untrusted =
    issuerTrusted === null
      ? signatureValid === null
        ? 'No credential to judge was received.'
        : 'The issuer’s key could not be traced to a certificate. The service never fetches keys.'
      : 'Whether the issuer’s certificate chains to a trust anchor of this session.'
  const rows: readonly (readonly [question: string, answer: Answer, what: string])[] = [
    ['Conformance', { words: outcome.sentence, ...tones[toneOf(outcome)] }, 'Whether the wallet followed the rules.'],
    [
      'Presentation valid',
      answer(presentationValid, 'Valid', { words: 'Not valid', ...tones.fail }),
      presentationValid === null
        ? 'No presentation to judge was received.'
        : 'Whether the response was accepted: message, signatures, holder binding and query.',
    ],
    ['Issuer trusted', trustOf(issuerTrusted, presentationValid), untrusted],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-x-4 gap-y-3">
      {rows.map(([question, { words, icon, ink }, what]) => (
        <div key={question} className="grid content-start gap-0.5">
          <dt className="text-xs text-ink-3">{question}</dt>
          <dd className={cn('flex items-center gap-1.5 font-[550]', ink)}>
            <Icon name={icon} className="size-4" />
            {words}
          </dd>
          <dd className="text-xs text-ink-2">{what}</dd>
        </div>
      ))}
    </dl>
  )
}
