import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { isOfPresentation } from '../history/verifier-history'

/**
 * Whether all credentials of the last answer were issued by the followed session; `null` without such a session, or
 * while either side shows nothing.
 */
export function issuedCameBack({ events }: Pick<PresentationEvidence, 'events'>): boolean | null {
  const presented = events.filter(isOfPresentation)
  const last = presented.at(-1)
  const known = presented
    .filter(({ exchangeId }) => exchangeId === last?.exchangeId)
    .flatMap(({ detail }) => (typeof detail.issued_before === 'boolean' ? [detail.issued_before] : []))
  return known.length === 0 ? null : known.every((issued) => issued)
}

/**
 * For a session whose wallet presented something else: no rule forbids that, but the issued credential went untested.
 */
export const anotherCame =
  'The wallet presented another credential: its key is not the one that the credential was issued for.'
