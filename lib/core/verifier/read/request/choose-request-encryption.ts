import { canEncryptJwe } from '../../../ground/jose/jwe'
import type { JwkFacts } from '../../../ground/jose/jwk'

/** Supported key agreement and key encryption, each with a test for the key it needs. RFC7518-4.1 */
const algorithms: Readonly<Record<string, (facts: JwkFacts) => boolean>> = {
  'ECDH-ES': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'ECDH-ES+A128KW': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'ECDH-ES+A256KW': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'RSA-OAEP-256': ({ kty }) => kty === 'RSA',
}

/** Supported content encryption, the strongest first. RFC7518-5.1 */
const encValues = ['A256GCM', 'A128GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const

/** How a Request Object is encrypted to a wallet. */
export interface RequestEncryption {
  readonly alg: string
  readonly enc: string
  readonly kid: string | null
  readonly publicJwk: Readonly<Record<string, string>>
}

/**
 * How to encrypt the request for a wallet that sent keys; `null` if none of them is usable. A key without `alg` takes
 * the first algorithm that the wallet lists and its key type allows. Each candidate is tried: only encrypting shows
 * that a key is too weak, such as an RSA key of 1024 bits.
 * @see OID4VP-1FINAL-5.10, RFC9101-6.1
 */
export async function chooseRequestEncryption(
  metadata: Readonly<Record<string, unknown>>,
  keys: readonly { readonly facts: JwkFacts; readonly use: string | null }[],
): Promise<RequestEncryption | null> {
  const listedAlgs = namesIn(metadata.request_object_encryption_alg_values_supported)
  const listedEncs = namesIn(metadata.request_object_encryption_enc_values_supported)
  const enc = listedEncs.find((name) => encValues.some((known) => known === name)) ?? 'A128GCM'
  for (const { facts, use } of keys) {
    const { publicJwk, kid } = facts
    if (publicJwk === null || (use !== null && use !== 'enc')) continue
    const candidates = facts.alg === null ? [...listedAlgs, ...Object.keys(algorithms)] : [facts.alg]
    const alg = candidates.find((name) => Object.hasOwn(algorithms, name) && algorithms[name]?.(facts))
    if (alg !== undefined && (await canEncryptJwe({ alg, enc, kid, jwk: publicJwk })))
      return { alg, enc, kid, publicJwk }
  }
  return null
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
