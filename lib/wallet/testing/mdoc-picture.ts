import { createPublicKey, verify } from 'node:crypto'
import { WalletStop } from '../errors'
import { type CborMap, CborTag, type CborValue, embed, readCbor, writeCbor } from '../formats/mso-mdoc/cbor'
import { toBeSigned } from '../formats/mso-mdoc/cose-sign1'
import { type Handover, sessionTranscript } from '../formats/mso-mdoc/session-transcript'
import type { WalletKey } from '../jose/key'

/**
 * A device response as comparable values, or null when the text is not one. Replaces each random signature by the
 * number of the key that verifies it; a device signature counts only when it was made for this request.
 *
 * @param keys - that may have signed
 * @param handover - what binds the device's proof to the newest session
 */
export function mdocPicture(text: string, keys: WalletKey[], handover: Handover): unknown {
  const response = readResponse(text)
  return response === null ? null : picture(response)

  function picture(value: CborValue, covered: Buffer | null = null): unknown {
    if (Buffer.isBuffer(value)) return value.toString('hex')
    if (value instanceof CborTag) return { tag: value.tag, content: picture(value.value) }
    if (Array.isArray(value)) return signatureIn(value, covered) ?? value.map((element) => picture(element))
    if (!(value instanceof Map)) return value
    const proof = value.has('deviceSigned') ? deviceAuthentication(value) : covered
    return [...value].map(([name, inner]) => [name, picture(inner, proof)])
  }

  /** A COSE_Sign1 with the number of its signer, or null for another array. */
  function signatureIn([header, unprotected, payload, signature, ...more]: CborValue[], covered: Buffer | null) {
    if (!Buffer.isBuffer(header) || !Buffer.isBuffer(signature) || more.length > 0) return null
    const signed = Buffer.isBuffer(payload) ? payload : covered
    const signedBy = keys.findIndex(
      ({ privateKey }) =>
        signed !== null &&
        verify(
          'sha256',
          toBeSigned(header, signed),
          { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' },
          signature,
        ),
    )
    const parts = {
      header: picture(header),
      unprotected: picture(unprotected ?? null),
      payload: picture(payload ?? null),
    }
    return { ...parts, ...(signedBy === -1 ? { signature: picture(signature) } : { signedBy }) }
  }

  /** What the device signs for this document and this request (ISO/IEC 18013-5 section 9.1.3.4). */
  function deviceAuthentication(document: CborMap): Buffer | null {
    const deviceSigned = document.get('deviceSigned')
    const nameSpaces = deviceSigned instanceof Map ? deviceSigned.get('nameSpaces') : undefined
    if (nameSpaces === undefined) return null
    const transcript = sessionTranscript(handover)
    const docType = document.get('docType') ?? null
    return writeCbor(embed(writeCbor(['DeviceAuthentication', transcript, docType, nameSpaces])))
  }
}

function readResponse(text: string): CborMap | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null
  try {
    const value = readCbor(Buffer.from(text, 'base64url'))
    return value instanceof Map && value.has('documents') ? value : null
  } catch (error) {
    if (error instanceof WalletStop) return null
    throw error
  }
}
