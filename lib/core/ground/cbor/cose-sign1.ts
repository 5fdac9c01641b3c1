import { encode } from 'cborg'
import type { Signer } from '../ports/ports'

/** Values that this service writes as CBOR. */
export type CborWritable = number | string | Uint8Array | readonly CborWritable[] | CborWritableMap
export type CborWritableMap = ReadonlyMap<number | string, CborWritable>

/** The label of `alg`, and the number of the only signature that is made: ES256. RFC9052-3.1, RFC9053-2.1 */
const [algorithm, es256] = [1, -7]

/** The head of tag 18. RFC9052-2 */
const sign1Tag = 0xd2

/** CBOR of a value: numbers in their shortest form, definite lengths, members in their order. RFC8949-4.1 */
export const writeCbor = (value: CborWritable): Uint8Array => encode(value, { mapSorter: () => 0 })

/**
 * A COSE_Sign1 under its tag.
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
  const protectedBytes = writeCbor(new Map([[algorithm, es256], ...header]))
  const signature = signer.sign(writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]))
  const message = writeCbor([protectedBytes, unprotected, payload, signature])
  const tagged = new Uint8Array(1 + message.length)
  tagged[0] = sign1Tag
  tagged.set(message, 1)
  return tagged
}
