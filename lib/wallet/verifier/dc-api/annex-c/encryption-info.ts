import { WalletStop } from '../../../errors'
import { type CborValue, readCbor } from '../../../formats/mso-mdoc/cbor'
import { importPublicJwk } from '../../../jose/jws'
import type { EcPublicJwk } from '../../../jose/key'
import { RequestRefused } from '../../request/request-refused'

/** The fewest bytes of the nonce. */
const nonceBytesMin = 16

/**
 * The key that a verifier wants its response encrypted to (ISO18013-7-C): of `["dcapi", {"nonce", "recipientPublicKey"}]` in base64url.
 *
 * @throws RequestRefused when it is anything else
 */
export function readRecipientKey(text: string): EcPublicJwk {
  const value = read(text)
  const [name, parameters] = Array.isArray(value) && value.length === 2 ? value : []
  if (name !== 'dcapi' || !(parameters instanceof Map)) return invalid('is of another kind')
  const nonce = parameters.get('nonce')
  if (!Buffer.isBuffer(nonce) || nonce.length < nonceBytesMin) invalid('has no nonce')
  return readCoseKey(parameters.get('recipientPublicKey'))
}

function read(text: string): CborValue {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return invalid('is not base64url')
  try {
    return readCbor(Buffer.from(text, 'base64url'))
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return invalid('is not CBOR')
  }
}

/** A COSE_Key on P-256 (RFC 9053 section 7.1.1). */
function readCoseKey(value: CborValue | undefined): EcPublicJwk {
  if (!(value instanceof Map) || value.get(1) !== 2 || value.get(-1) !== 1) return invalid('has no key on P-256')
  const coordinate = (label: number): string => {
    const bytes = value.get(label)
    return Buffer.isBuffer(bytes) && bytes.length === 32 ? bytes.toString('base64url') : invalid('has an unusable key')
  }
  const jwk: EcPublicJwk = { kty: 'EC', crv: 'P-256', x: coordinate(-2), y: coordinate(-3) }
  return importPublicJwk({ ...jwk }) === null ? invalid('has a key that is not on its curve') : jwk
}

function invalid(how: string): never {
  throw new RequestRefused('invalid_request', `The encryptionInfo ${how}`)
}
