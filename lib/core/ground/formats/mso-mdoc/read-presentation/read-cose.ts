import { bytesOf, type CborItem, integerOf, itemsOf, memberOf } from '../../../cbor/cbor-item'
import { coseAlgorithm, hmac256 } from './cose-algorithms'
import type { CoseReading } from './cose-reading'
import type { EmbeddedReader } from './embedded-reader'

/** Labels of header parameters: RFC 9052 section 3.1, RFC 9360 section 2. */
const label = { alg: 1, crit: 2, x5chain: 33 } as const

/** A COSE message taken apart. Parts that are not there are `null`. */
export interface CoseParts {
  readonly reading: CoseReading
  /** As received: what is signed. */
  readonly protectedBytes: Uint8Array | null
  readonly payload: Uint8Array | null
  readonly signature: Uint8Array | null
  readonly x5chain: { readonly item: CborItem; readonly header: 'protected' | 'unprotected' } | null
  /** A `crit` parameter is there: none is understood. RFC9052-3.1 */
  readonly critical: boolean
}

/** Takes a COSE_Sign1 or COSE_Mac0 apart, whatever is wrong with it. Never throws. */
export function readCose(
  item: CborItem | null,
  {
    allowed,
    mac,
    embedded,
  }: { readonly allowed: readonly number[]; readonly mac: boolean; readonly embedded: EmbeddedReader },
): CoseParts {
  // Tags 18 and 17 have no place here, and what is under them is read nevertheless.
  const untagged = item?.kind === 'tag' && (item.tag === 18 || item.tag === 17) ? item.content : item
  const parts = itemsOf(untagged)
  const [protectedItem = null, unprotected = null, payloadItem = null, signatureItem = null] = parts ?? []
  const protectedBytes = bytesOf(protectedItem)
  // An empty header may be written as no bytes at all. RFC9052-3
  const protectedMap =
    protectedBytes === null || protectedBytes.length === 0 ? null : embedded(protectedBytes, 'a protected header')
  const inProtected = memberOf(protectedMap, label.alg)
  const value = integerOf(inProtected ?? memberOf(unprotected, label.alg))
  const supported = mac ? value === hmac256 : coseAlgorithm(value) !== null
  const signature = bytesOf(signatureItem)
  return {
    reading: {
      shape:
        item === null
          ? 'absent'
          : !isCose(parts, { protectedBytes, signature, unprotected })
            ? 'other'
            : untagged === item
              ? 'cose'
              : 'tagged',
      alg: {
        value,
        inProtected: inProtected !== null,
        supported,
        allowed: mac ? supported : value !== null && allowed.includes(value),
        fitsKey: null,
      },
      payload: payloadItem?.kind === 'bytes' ? 'bytes' : isNull(payloadItem) ? 'null' : 'other',
      signatureBytes: signature?.length ?? null,
    },
    protectedBytes,
    payload: bytesOf(payloadItem),
    signature,
    x5chain: chainOf(protectedMap, unprotected),
    critical: memberOf(protectedMap, label.crit) !== null,
  }
}

const isNull = (item: CborItem | null): boolean => item?.kind === 'simple' && item.value === null

const isCose = (
  parts: readonly CborItem[] | null,
  {
    protectedBytes,
    signature,
    unprotected,
  }: {
    readonly protectedBytes: Uint8Array | null
    readonly signature: Uint8Array | null
    readonly unprotected: CborItem | null
  },
): boolean => parts?.length === 4 && protectedBytes !== null && signature !== null && unprotected?.kind === 'map'

function chainOf(protectedMap: CborItem | null, unprotected: CborItem | null): CoseParts['x5chain'] {
  const usual = memberOf(unprotected, label.x5chain)
  if (usual !== null) return { item: usual, header: 'unprotected' }
  const other = memberOf(protectedMap, label.x5chain)
  return other === null ? null : { item: other, header: 'protected' }
}
