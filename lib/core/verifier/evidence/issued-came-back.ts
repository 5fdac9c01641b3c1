import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { isOfPresentation } from '../history/verifier-history'

/**
 * Whether every credential of the last answer is one that the followed session issued; `null` without such a session, and
 * as long as either shows nothing.
 */
export function issuedCameBack({ events }: Pick<PresentationEvidence, 'events'>): boolean | null {
  const presented = events.filter(isOfPresentation)
  const last = presented.at(-1)
  const known = presented
    .filter(({ exchangeId }) => exchangeId === last?.exchangeId)
    .flatMap(({ detail }) => (typeof detail.issued_before === 'boolean' ? [detail.issued_before] : []))
  return known.length === 0 ? null : known.every((issued) => issued)
}

/** Said of a session whose wallet presented something else: no rule forbids that, but nobody tested what was issued. */
export const anotherCame =
  'The wallet presented another credential: its key is not the one that the credential was issued for.'
