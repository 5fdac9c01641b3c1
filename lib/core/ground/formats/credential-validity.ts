import type { Signer } from '../ports/ports'
import { credentialTtlSeconds } from '../time/lifetimes'
import { addSeconds, type EpochMillis, startOfDay } from '../time/time'

/**
 * When the technical validity of a credential issued at `now` ends. It is the same for all that are issued on a day (UTC):
 * instants that tell the second of the issuance let verifiers find two credentials of one holder. RFC9901-10.1
 */
export const credentialExpiry = (now: EpochMillis): EpochMillis => addSeconds(startOfDay(now), credentialTtlSeconds)

/**
 * When it starts: with the day, but never before the certificates of its signer, because a credential must be signed
 * while they are valid (ISO/IEC 18013-5 section 9.3.1).
 */
export function credentialStart(now: EpochMillis, { validFrom }: Signer): EpochMillis {
  const day = startOfDay(now)
  return validFrom !== null && validFrom > day && validFrom <= now ? validFrom : day
}
