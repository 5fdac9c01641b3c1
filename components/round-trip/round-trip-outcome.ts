import { type OutcomeTone, toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { credentialWords, issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** Title of a round trip: the credential and its issuer. */
export const roundTripTitle = (
  session: Pick<IssuanceSessionView, 'credential_configuration_id' | 'issuer_configuration_id' | 'laboratory'>,
): string =>
  `${credentialWords(session.credential_configuration_id)} from the ${issuerWords(session.issuer_configuration_id)} ${session.laboratory === undefined ? 'issuer' : 'laboratory'}`

const weights: readonly OutcomeTone[] = ['fail', 'open', 'warn', 'pass']

/** Combined outcome of a round trip's sessions. */
interface RoundTripOutcome {
  readonly tone: OutcomeTone
  readonly sentence: string
  /** What the sentence omits; may be empty. */
  readonly detail: string
}

/**
 * One outcome for both sessions: failures first, then what is open; it passes only if both pass. A presented credential
 * bound to a different key is a warning, because the wallet may hold an older one. If the issued credential was
 * deliberately wrong, the presentation only shows whether it was kept, which the issuance outcome states.
 */
export function roundTripOutcome({
  issuance,
  presentation,
  same,
  wrong = false,
}: {
  readonly issuance: SessionOutcome
  readonly presentation: SessionOutcome
  readonly same: boolean | null
  /** The issued credential was deliberately wrong. */
  readonly wrong?: boolean
}): RoundTripOutcome {
  if (wrong && toneOf(issuance) === 'pass')
    return { tone: 'pass', sentence: 'The wallet refused the wrong credential', detail: '' }
  const parts = [
    { name: 'Issuance', outcome: issuance, tone: toneOf(issuance) },
    { name: 'Presentation', outcome: presentation, tone: toneOf(presentation) },
  ]
  const worst = weights.find((wanted) => parts.some(({ tone }) => tone === wanted)) ?? 'open'
  if (worst === 'pass' && same === false)
    return { tone: 'warn', sentence: 'A different credential was presented', detail: 'no check failed' }
  if (worst === 'pass') return { tone: 'pass', sentence: 'Issued and presented: no check failed', detail: '' }
  const leading = parts.filter(({ tone }) => tone === worst)
  const others = parts.filter(({ tone }) => tone !== worst && tone !== 'open')
  const told = (list: typeof parts) => list.map(({ name, outcome }) => `${name}: ${outcome.sentence}`).join('; ')
  return { tone: worst, sentence: told(leading), detail: told(others) }
}
