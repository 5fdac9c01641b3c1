import type { WrongTrust } from '../../engine/sessions/wrong-trust'
import type { PresentationSession } from '../../ground/ports/store-types'
import type { TrustKeys } from '../../ground/ports/trust'
import { deviationOf } from './index'

/** What the addresses of a presentation serve wrong, by its test. */
export function wrongTrustOf(session: PresentationSession, keys: TrustKeys): WrongTrust {
  return deviationOf(session)?.changes.trust?.served?.(keys) ?? {}
}
