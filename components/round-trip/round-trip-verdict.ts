import type { SessionVerdict } from '@/lib/core/engine/evidence/verdict'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { credentialWords, issuerWords } from '../inspector/model/flows/issuer-titles'

/** What a round trip is about: the credential and who issues it. */
export const roundTripTitle = (
  session: Pick<IssuanceSessionView, 'credential_configuration_id' | 'issuer_configuration_id'>,
): string =>
  `${credentialWords(session.credential_configuration_id)} from the ${issuerWords(session.issuer_configuration_id)} issuer`

const weights: readonly SessionVerdict['tone'][] = ['fail', 'open', 'warn', 'pass']

/**
 * One verdict for both sessions: failures first, then what is open; it passes only if both pass. A presented credential
 * bound to a different key is a warning, because the wallet may hold an older one. If the issued one was wrong, the
 * presentation only shows whether it was kept, which is part of the issuance verdict.
 */
export function roundTripVerdict({
  issuance,
  presentation,
  same,
  wrong = false,
}: {
  readonly issuance: SessionVerdict
  readonly presentation: SessionVerdict
  readonly same: boolean | null
  /** Whether the issued credential was deliberately wrong. */
  readonly wrong?: boolean
}): SessionVerdict {
  if (wrong && issuance.tone === 'pass')
    return { tone: 'pass', words: 'The wallet refused the wrong credential', also: '' }
  const parts = [
    { name: 'Issuance', verdict: issuance },
    { name: 'Presentation', verdict: presentation },
  ]
  const worst = weights.find((tone) => parts.some(({ verdict }) => verdict.tone === tone)) ?? 'open'
  if (worst === 'pass' && same === false)
    return { tone: 'warn', words: 'A different credential was presented', also: 'no check failed' }
  if (worst === 'pass') return { tone: 'pass', words: 'Issued and presented: no check failed', also: '' }
  const leading = parts.filter(({ verdict }) => verdict.tone === worst)
  const others = parts.filter(({ verdict }) => verdict.tone !== worst && verdict.tone !== 'open')
  const told = (list: typeof parts) => list.map(({ name, verdict }) => `${name}: ${verdict.words}`).join('; ')
  return { tone: worst, words: told(leading), also: told(others) }
}
