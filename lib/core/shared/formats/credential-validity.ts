import type { HashFunction, Signer } from '../ports/ports'
import { credentialTtlSeconds } from '../time/durations'
import { addSeconds, type EpochMillis, epochMillis, startOfDay } from '../time/time'
import type { IssueInput } from './credential-format'

/**
 * End of the technical validity of a credential issued at `now`. It is rounded to the day (UTC), or to the hour for
 * less than two days: an instant that reveals the second of issuance would let verifiers link two credentials of one
 * holder. Only validity below two hours counts from the second. RFC9901-10.1
 */
export const credentialExpiry = (now: EpochMillis, seconds: number = credentialTtlSeconds): EpochMillis =>
  addSeconds(countsFrom(now, seconds), seconds)

function countsFrom(now: EpochMillis, seconds: number): EpochMillis {
  if (seconds >= 2 * 86_400) return startOfDay(now)
  return epochMillis(now - (now % (seconds >= 2 * 3600 ? 3_600_000 : 1000)))
}

/**
 * Start of validity: the start of the day, but not before the signer's certificates, because a credential must be
 * signed while they are valid (ISO/IEC 18013-5 section 9.3.1).
 */
export function credentialStart(now: EpochMillis, { validFrom }: Signer): EpochMillis {
  const day = startOfDay(now)
  return validFrom !== null && validFrom > day && validFrom <= now ? validFrom : day
}

/** The hash function for the digests of a credential. RFC9901-4.1.1 */
export function hashOf({
  configuration: { own },
  sha256,
  digest,
}: Pick<IssueInput, 'configuration' | 'sha256' | 'digest'>): HashFunction {
  const algorithm = own?.digestAlgorithm ?? 'sha-256'
  return algorithm === 'sha-256' ? sha256 : (data) => digest(algorithm, data)
}
