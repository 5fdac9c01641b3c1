import { publicMembers } from '../../../jose/public-members'
import type { VerifySignature } from '../../../ports/ports'
import { fromBase64url, toBase64url } from '../../../values/base64url'
import type { Wording } from '../../../values/wording'
import { derToRaw } from './der-signature'
import type { Hint } from './hint'
import type { JwsReading, SignatureReading } from './jws-reading'
import { verifyJws } from './verify-jws'

/** Most other keys that are tried. */
const keysMax = 20

/** Tries why a signature does not verify: another encoding, or another key. Never rejects. */
export async function hintsOfSignature({
  about,
  jws,
  signature,
  jwk,
  others,
  verifySignature,
}: {
  readonly about: 'vp.sdjwt.signature' | 'vp.kb.signature'
  readonly jws: JwsReading
  readonly signature: SignatureReading
  /** The key that should have signed; `null` when it is unknown. */
  readonly jwk: Readonly<Record<string, unknown>> | null
  readonly others: readonly { readonly name: Wording; readonly jwk: unknown }[]
  readonly verifySignature: VerifySignature
}): Promise<readonly Hint[]> {
  if (signature.result === 'valid' || jws.unreadable !== null) return []
  const raw = inRawForm(jws, signature)
  const token = raw ?? jws
  if (raw !== null && (await verifyJws(raw, jwk, verifySignature)).result === 'valid')
    return [{ about, found: 'signature_is_der', detail: null }]
  for (const { name, jwk: other } of others.slice(0, keysMax)) {
    const key = publicMembers(other)
    if (key !== null && (await verifyJws(token, key, verifySignature)).result === 'valid')
      return [{ about, found: 'signed_with_another_key', detail: name }]
  }
  return []
}

/** The same token with its DER signature as r and s; `null` when it is not in DER. */
function inRawForm(jws: JwsReading, { encoding }: SignatureReading): JwsReading | null {
  if (encoding?.form !== 'der') return null
  const end = jws.text.lastIndexOf('.') + 1
  const der = fromBase64url(jws.text.slice(end))
  const raw = der && derToRaw(der, encoding.expectedBytes)
  return raw && { ...jws, text: `${jws.text.slice(0, end)}${toBase64url(raw)}` }
}
