import { sha256 } from '@/lib/adapters/crypto/ports'
import { encode, given, jws, publicJwk } from '@/lib/core/engine/redaction/fixtures/exchanges'
import type { RedactExchangeInput } from '@/lib/core/engine/redaction/message/redact-exchange'
import { toBase64url } from '@/lib/core/shared/values/base64url'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { verifierRedaction } from '@/lib/core/verifier/redaction/verifier-redaction'

/** Test data for the redaction of presentations. */

export const digestOf = (disclosure: string): string => toBase64url(sha256(disclosure))

/** A Disclosure with its own salt. */
export const disclosure = (salt: string, ...content: Json[]): string => encode([salt, ...content])

/** An SD-JWT VC with key binding; the signatures are not real. */
export function presentation({
  claims = {},
  disclosures = [],
  keyBinding = { aud: 'x509_hash:abc', nonce: 'a-nonce', iat: 1_700_000_000, sd_hash: 'a-hash' },
  keyBindingHeader = {},
}: {
  readonly claims?: JsonObject
  readonly disclosures?: readonly string[]
  readonly keyBinding?: JsonObject
  readonly keyBindingHeader?: JsonObject
}): string {
  const issuerSigned = jws(
    { typ: 'dc+sd-jwt', alg: 'ES256', kid: 'issuer-key-1' },
    { iss: 'https://issuer.example', vct: 'urn:eudi:pid:1', cnf: { jwk: publicJwk }, ...claims },
  )
  const holderSigned = jws({ typ: 'kb+jwt', alg: 'ES256', ...keyBindingHeader }, keyBinding)
  return [issuerSigned, ...disclosures, holderSigned].join('~')
}

/** The input of redactExchange for a request to the verifier. */
export const presented = (request: Parameters<typeof given>[0]): RedactExchangeInput => ({
  ...given(request),
  profile: verifierRedaction,
  sha256,
  thumbprint: (jwk) => `thumbprint-${String(jwk.x)}`,
})
