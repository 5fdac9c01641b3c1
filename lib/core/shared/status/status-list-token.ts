import { type CborWritable, coseSign1Tagged, writeCbor } from '../cbor/cose-sign1'
import { signJwt } from '../jose/jwt'
import { invariant } from '../ports/errors'
import type { Signer } from '../ports/ports'
import { type EpochMillis, toEpochSeconds } from '../time/time'
import { fromBase64, toBase64url } from '../values/base64url'
import type { StatusBits } from './status-bits'

/** Media types of status list tokens. TSL14-8.1 */
export const statusListTypes = { jwt: 'application/statuslist+jwt', cwt: 'application/statuslist+cwt' } as const
export type StatusListForm = keyof typeof statusListTypes

/** `typ` of a status list token. TSL14-5.1 */
export const statusListTyp = 'statuslist+jwt'

/** Labels of a CWT. RFC8392-4, RFC9596-2, TSL14-5.2 */
export const cwtLabels = { subject: 2, expires: 4, issuedAt: 6, ttl: 65534, statusList: 65533 } as const
export const coseLabels = { algorithm: 1, critical: 2, type: 16, x5chain: 33 } as const

/** Claims of a status list token. */
export interface StatusListClaims {
  /** Address of the list, the `uri` in credentials. */
  readonly uri: string
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  readonly ttlSeconds: number
  readonly bits: StatusBits
  /** The list, compressed with ZLIB. */
  readonly compressed: Uint8Array
}

/** A status list token as JWT, with the signer's certificates but no anchor. TSL14-5.1, HAIP-6.1 */
export const statusListJwt = (
  { uri, issuedAt, expiresAt, ttlSeconds, bits, compressed }: StatusListClaims,
  signer: Signer,
): string =>
  signJwt({
    signer,
    header: { typ: statusListTyp, kid: signer.kid, ...(signer.x5c.length > 0 ? { x5c: signer.x5c } : {}) },
    claims: {
      sub: uri,
      iat: toEpochSeconds(issuedAt),
      exp: toEpochSeconds(expiresAt),
      ttl: ttlSeconds,
      status_list: { bits, lst: toBase64url(compressed) },
    },
  })

/** A status list token as CWT, with the COSE_Sign1 tag but no CWT tag. TSL14-5.2 */
export const statusListCwt = (
  { uri, issuedAt, expiresAt, ttlSeconds, bits, compressed }: StatusListClaims,
  signer: Signer,
): Uint8Array =>
  coseSign1Tagged({
    header: new Map([[coseLabels.type, statusListTypes.cwt]]),
    unprotected: new Map([[coseLabels.x5chain, certificates(signer.x5c)]]),
    payload: writeCbor(
      new Map<number, CborWritable>([
        [cwtLabels.subject, uri],
        [cwtLabels.issuedAt, toEpochSeconds(issuedAt)],
        [cwtLabels.expires, toEpochSeconds(expiresAt)],
        [cwtLabels.ttl, ttlSeconds],
        [
          cwtLabels.statusList,
          new Map<string, CborWritable>([
            ['bits', bits],
            ['lst', compressed],
          ]),
        ],
      ]),
    ),
    signer,
  })

/** One certificate is a byte string, several are an array of them. RFC9360-2 */
function certificates(x5c: readonly string[]): CborWritable {
  const chain = x5c.flatMap((certificate) => fromBase64(certificate) ?? [])
  const [leaf] = chain
  invariant(leaf !== undefined, 'A status list in CBOR is signed with a certificate.')
  return chain.length === 1 ? leaf : chain
}
