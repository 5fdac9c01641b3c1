import { type CborWritable, writeCbor } from '../../../ground/cbor/cose-sign1'
import { invariant } from '../../../ground/ports/errors'
import type { Signer } from '../../../ground/ports/keys'
import { fromBase64url, toBase64url, utf8 } from '../../../ground/values/base64url'

/** Labels and values of a COSE_Key on the curve P-256. RFC9052-7.1, RFC9053-7.1.1 */
const [keyType, ec2, curve, p256, xLabel, yLabel] = [1, 2, -1, 1, -2, -3]

/**
 * `encryptionInfo` of a request in the form of ISO/IEC 18013-7: what the answer is encrypted to, as base64url of its CBOR. The text
 * itself enters the handover, so it is made once and kept.
 * @param nonce as the entry has it
 * @param publicJwk `null` for the test that sends no key
 * @see ISO18013-7-C
 */
export const makeEncryptionInfo = (nonce: string, publicJwk: Signer['publicJwk'] | null): string =>
  toBase64url(
    writeCbor([
      'dcapi',
      new Map<string, CborWritable>([
        ['nonce', nonceBytes(nonce)],
        ...(publicJwk === null ? [] : [['recipientPublicKey', coseKey(publicJwk)] as const]),
      ]),
    ]),
  )

const coseKey = ({ x, y }: Signer['publicJwk']): CborWritable =>
  new Map<number, CborWritable>([
    [keyType, ec2],
    [curve, p256],
    [xLabel, bytesOf(x)],
    [yLabel, bytesOf(y)],
  ])

/** A nonce of ours is base64url; of any other one that a tester chose, the characters are sent. */
const nonceBytes = (nonce: string): Uint8Array => fromBase64url(nonce) ?? utf8(nonce)

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  invariant(bytes !== null, 'The coordinates of a key are base64url.')
  return bytes
}
