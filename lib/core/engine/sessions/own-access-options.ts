import { z } from 'zod'
import type { Signer } from '../../shared/ports/keys'
import type { Ports } from '../../shared/ports/ports'
import type { Session } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'

/** Maximum characters of a PEM chain of ten certificates, and of a private key. */
const chainCharactersMax = 10 * (16_384 + 2)

const keyCharactersMax = 8192

/** Members of the body of `POST /openid4vp/sessions` and `POST /sessions` about an access certificate that is not ours. */
export const askedOwnAccess = {
  access_certificate: z
    .object({
      chain: z.string().min(1).max(chainCharactersMax),
      private_key: z.union([z.string().min(1).max(keyCharactersMax), z.looseObject({})]),
    })
    .optional(),
  trust_identity: z.string().min(1).max(64).optional(),
}

/** How a malformed member is refused. */
export const ownAccessRefusals = {
  access_certificate: {
    code: 'invalid_access_certificate',
    must: 'It must be an object with chain (PEM, a text) and private_key (PKCS#8 PEM, a text, or a JWK, an object).',
  },
  trust_identity: {
    code: 'unknown_trust_identity',
    must: 'It must be the name of an access certificate of this installation.',
  },
} as const

export type AskedCertificate = z.output<(typeof askedOwnAccess)['access_certificate']>

/** Stored option for a tester's certificate: that there is a key, and its length. */
export interface KeptAccessOption {
  readonly private_key: { readonly redacted: true; readonly present: true; readonly length: number }
}

export function keptAccessOption(asked: AskedCertificate): KeptAccessOption | undefined {
  if (asked === undefined) return undefined
  const { private_key: key } = asked
  const { length } = typeof key === 'string' ? key : JSON.stringify(key as JsonObject)
  return { private_key: { redacted: true, present: true, length } }
}

/**
 * The signer of a session under an own access certificate; `null` if it uses ours, if the key is gone, or if the first
 * certificate is for another key.
 */
export function ownSigner(
  { options, sealedAccessKey }: Pick<Session, 'options' | 'sealedAccessKey'>,
  x5c: readonly string[],
  { ownAccess }: Pick<Ports, 'ownAccess'>,
): Signer | null {
  if (options.trust_identity !== undefined)
    return ownAccess.identity(options.trust_identity)?.byCertificate(x5c) ?? null
  return sealedAccessKey === undefined ? null : ownAccess.open(sealedAccessKey, x5c)
}
