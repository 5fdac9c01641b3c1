import type { Random, Signer, Zlib } from '../../ports/ports'
import { packStatuses } from '../../status/status-bits'
import { statusListJwt } from '../../status/status-list-token'
import { addSeconds, type EpochMillis, epochMillis } from '../../time/time'

/** Size of a session's status list, used or not. E475-6.2.6.2 */
const registrationListSize = 8192

/** A random index in the session's status list. */
export function drawStatusIndex(random: Random): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) % registrationListSize
}

/** Cache lifetime of a list in seconds. */
const ttlSeconds = 60
const daySeconds = 86_400

/** Deliberate errors in the status list of a registration certificate. */
export interface RegistrationStatusChanges {
  readonly signer?: (right: Signer) => Signer
  /** The address responds with 503. */
  readonly unreachable?: true
}

/**
 * Status list of one session's registration certificates, one bit per entry. Apart from the signature, it changes at
 * most once a minute.
 * @see E475-6.2.6.2, TSL14-5.1
 */
export function registrationStatusList(
  {
    uri,
    revoked,
    now,
  }: {
    readonly uri: string
    /** Indexes of revoked certificates. */
    readonly revoked: readonly number[]
    readonly now: EpochMillis
  },
  {
    signer,
    zlib,
    wrong = {},
  }: { readonly signer: Signer; readonly zlib: Pick<Zlib, 'deflate'>; readonly wrong?: RegistrationStatusChanges },
): string {
  const issuedAt = epochMillis(now - (now % (ttlSeconds * 1000)))
  const bytes = packStatuses(
    revoked.map((index) => [index, 1] as const),
    { bits: 1, size: registrationListSize },
  )
  return statusListJwt(
    {
      uri,
      issuedAt,
      expiresAt: addSeconds(issuedAt, daySeconds),
      ttlSeconds,
      bits: 1,
      compressed: zlib.deflate(bytes),
    },
    wrong.signer?.(signer) ?? signer,
  )
}
