import { algorithmFitsKey, signatureAlgorithm } from '../../../jose/signature-algorithms'
import { verifyJwtSignature } from '../../../jose/verify-jwt'
import type { VerifySignature } from '../../../ports/ports'
import { fromBase64url } from '../../../values/base64url'
import { isDerSignature } from './der-signature'
import type { JwsReading, SignatureEncoding, SignatureReading } from './jws-reading'

/** Verifies a JWS with one key, and tells why when it does not come to that. Never rejects because of input. */
export async function verifyJws(
  jws: JwsReading,
  jwk: Readonly<Record<string, unknown>> | null,
  verifySignature: VerifySignature,
): Promise<SignatureReading> {
  const encoding = encodingOf(jws)
  const because = obstacle(jws, jwk)
  if (because !== null) return { result: 'unverified', unverifiedBecause: because, encoding }
  const jwt = { header: jws.header ?? {}, value: jws.text }
  const valid = await verifyJwtSignature({ jwt, jwk, algorithms: [jws.alg.value ?? ''], verifySignature })
  return { result: valid ? 'valid' : 'invalid', unverifiedBecause: null, encoding }
}

function obstacle(
  { unreadable, alg, crit, header }: JwsReading,
  jwk: Readonly<Record<string, unknown>> | null,
): SignatureReading['unverifiedBecause'] {
  if (unreadable !== null) return 'not_readable'
  if (crit !== null || (header !== null && Object.hasOwn(header, 'b64'))) return 'critical_header'
  if (alg.value === null || !alg.asymmetric) return 'algorithm_not_supported'
  if (jwk === null) return 'no_key'
  return algorithmFitsKey(alg.value, jwk) ? null : 'algorithm_does_not_fit_key'
}

function encodingOf({ text, alg }: JwsReading): SignatureEncoding | null {
  const expectedBytes = alg.value === null ? null : (signatureAlgorithm(alg.value)?.bytes ?? null)
  const bytes = fromBase64url(text.split('.', 4)[2] ?? '')
  if (expectedBytes === null || bytes === null) return null
  const form = bytes.length === expectedBytes ? 'raw' : isDerSignature(bytes) ? 'der' : 'other'
  return { form, bytes: bytes.length, expectedBytes }
}
