import { createHash, createHmac, createPublicKey, diffieHellman, hkdfSync, type JsonWebKey } from 'node:crypto'
import { type CborMap, embed, writeCbor } from '../../formats/mso-mdoc/cbor'
import type { WalletKey } from '../../jose/key'

const hmac256 = 5

/**
 * A `deviceMac` over `DeviceAuthentication` (ISO/IEC 18013-5 section 9.1.3.5, RFC 9052 section 6.3), with the response
 * encryption key as the reader's key. A correct run of this wallet signs; the MAC is only for misbehaviour.
 *
 * @param covered - `DeviceAuthenticationBytes`
 * @param transcript - `SessionTranscript`, encoded
 */
export function deviceMac(
  covered: Buffer,
  transcript: Buffer,
  { key, reader }: { key: WalletKey; reader: JsonWebKey },
): CborMap {
  const publicKey = createPublicKey({ key: reader, format: 'jwk' })
  const secret = diffieHellman({ privateKey: key.privateKey, publicKey })
  const salt = createHash('sha256')
    .update(writeCbor(embed(transcript)))
    .digest()
  const macKey = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', 32))
  const header = writeCbor(new Map([[1, hmac256]]))
  const tag = createHmac('sha256', macKey)
    .update(writeCbor(['MAC0', header, Buffer.alloc(0), covered]))
    .digest()
  return new Map([['deviceMac', [header, new Map(), null, tag]]])
}
