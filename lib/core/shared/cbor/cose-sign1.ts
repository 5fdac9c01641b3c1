import { encode, Tagged } from 'cborg'
import type { JwsSigner, Signer } from '../ports/keys'

/** Values that `writeCbor` can encode. */
export type CborWritable =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | Tagged
  | readonly CborWritable[]
  | CborWritableMap
export type CborWritableMap = ReadonlyMap<number | string, CborWritable>

/** The label of `alg`, and its value for each signature algorithm in use. RFC9052-3.1, RFC9053-2.1, RFC8812-2 */
const algorithm = 1
const algorithms: Readonly<Record<JwsSigner['alg'], number>> = { ES256: -7, EdDSA: -8, RS384: -258 }

/** The head of tag 18. RFC9052-2 */
const sign1Tag = 0xd2

/** Encodes a value as CBOR: shortest numbers, definite lengths, members in their order. RFC8949-4.1 */
export const writeCbor = (value: CborWritable): Uint8Array => encode(value, { mapSorter: () => 0 })

/** Wraps encoded CBOR as a byte string under tag 24. RFC8949-3.4.5.1 */
export const embeddedCbor = (encoded: Uint8Array): Tagged => new Tagged(24, encoded)

/**
 * A tagged COSE_Sign1.
 * @param header of the protected header, beside `alg`
 * @see RFC9052-4.2, RFC9052-4.4
 */
export function coseSign1Tagged({
  header,
  unprotected,
  payload,
  signer,
}: {
  readonly header: CborWritableMap
  readonly unprotected: CborWritableMap
  readonly payload: Uint8Array
  readonly signer: Pick<Signer, 'sign'>
}): Uint8Array {
  const protectedBytes = writeCbor(new Map([[algorithm, algorithms.ES256], ...header]))
  const signature = signer.sign(writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]))
  const message = writeCbor([protectedBytes, unprotected, payload, signature])
  const tagged = new Uint8Array(1 + message.length)
  tagged[0] = sign1Tag
  tagged.set(message, 1)
  return tagged
}

/**
 * An untagged COSE_Sign1 with a detached payload.
 * @param payload signed but not sent
 * @see RFC9052-4.1, RFC9052-4.4
 */
export function coseSign1Detached({
  unprotected,
  payload,
  signer,
}: {
  readonly unprotected: CborWritableMap
  readonly payload: Uint8Array
  readonly signer: Pick<JwsSigner, 'alg' | 'sign'>
}): CborWritable {
  const protectedBytes = writeCbor(new Map([[algorithm, algorithms[signer.alg]]]))
  const signature = signer.sign(writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]))
  return [protectedBytes, unprotected, null, signature]
}
