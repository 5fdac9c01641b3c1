import { type OfRecord, readRegistrationStatus, trustReads } from '../history/trust-reads'
import { deviationOf, type TestedSession } from './index'

/** What the wallet read of the trust in the verifier, as far as the test of its session depends on it. */
export interface TrustFacts {
  readonly registrationStatusRead: boolean
  /** Whether what is wrong reached the wallet: of lists, only what was read. */
  readonly reached: boolean
  /** Whether it read where the revocation of this test stands; `null` where nothing is revoked. */
  readonly revocationRead: boolean | null
}

/** Reads these facts off the record of a session. */
export function trustFacts(session: TestedSession, events: readonly OfRecord[]): TrustFacts {
  const { reached, revokedIn } = deviationOf(session) ?? {}
  return {
    registrationStatusRead: readRegistrationStatus(events),
    reached: reached?.(trustReads(events, 'list').map(({ detail }) => detail)) ?? true,
    revocationRead: revokedIn === undefined ? null : trustReads(events, revokedIn).length > 0,
  }
}
