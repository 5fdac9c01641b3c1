import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { accessTokenTtlSeconds } from '../../../shared/time/durations'
import { type Contradiction, laboratoryOption } from './laboratory-option'

/** Certification of credential signers. */
export const certificateOptions = {
  intermediates: laboratoryOption({
    schema: z.int().min(0).max(2),
    byDefault: 0,
    description:
      'CA certificates between that of the signer of SD-JWT VCs and its root. With one, the root is one of its own, which ' +
      'trust-anchor.pem of the issuer holds: our test root allows none below it.',
  }),
  mdoc_signer: laboratoryOption({
    schema: z.enum(['iso', 'etsi']),
    byDefault: 'iso',
    description:
      'Whether the extended key usage in the certificate of the signer of mdocs is critical, as ISO/IEC 18013-5 table B.3 has ' +
      'it, or not, as TS 119 412-6 does. The latter needs trust_framework eu, where it is the default.',
  }),
}

export const certificateContradictions: readonly Contradiction[] = [
  {
    members: ['/laboratory/identifier_slash', '/fault'],
    says: 'This fault adds the slash that the identifier of such an issuer has already.',
    holds: ({ identifier_slash: hasSlash }, { fault }) => hasSlash && fault === 'issuer_metadata_trailing_slash',
  },
  {
    members: ['/laboratory/identifier_slash', '/trust_framework'],
    says: 'Certificates of the European trust framework name the identifier of an issuer without a slash.',
    holds: ({ identifier_slash: hasSlash }, { trust_framework: framework }) => hasSlash && framework === 'eu',
  },
  {
    members: ['/laboratory/mdoc_signer', '/trust_framework'],
    says: 'The test root certifies signers of mdocs as ISO/IEC 18013-5 has it.',
    holds: ({ mdoc_signer: signer }, { trust_framework: framework }) => signer === 'etsi' && framework !== 'eu',
  },
  {
    members: ['/laboratory/intermediates', '/laboratory/credentials'],
    says: 'Only the signer of SD-JWT VCs has CA certificates before its root, and none is issued.',
    holds: ({ intermediates, credentials }) =>
      intermediates > 0 && credentials !== null && credentials.every(({ format }) => format === 'mso_mdoc'),
  },
]

/** Drafts of Attestation-Based Client Authentication that differ on the wire. */
const attestationDrafts = ['07', '08', '10'] as const

export type AttestationDraft = (typeof attestationDrafts)[number]

/** Wallet attestations that a laboratory accepts. */
export const clientAttestationOptions = {
  client_attestation: laboratoryOption({
    schema: z.strictObject({
      drafts: z
        .array(z.literal(attestationDrafts))
        .min(1)
        .max(attestationDrafts.length)
        .refine((drafts) => new Set(drafts).size === drafts.length, 'must name each draft once')
        .default(['07'])
        .meta({
          description:
            'The drafts that it takes; a wallet attestation of any other is refused. With trust_framework eu 07 and 08 by default.',
        }),
      challenge: z
        .literal([false, true, 'once'])
        .default(false)
        .meta({
          description:
            'Whether each proof of possession has to answer a challenge of the challenge endpoint; with once, a challenge ' +
            'that a request was accepted with is refused afterwards. An installation with the setting ' +
            'ATTESTATION_CHALLENGE asks for a challenge at every issuer.',
        }),
    }),
    byDefault: { drafts: ['07'], challenge: false },
    // OpenID4VCI 1.0 refers to draft 07; another draft gets a finding but no refusal.
    shared: { drafts: [], challenge: false },
    description:
      'Drafts of Attestation-Based Client Authentication that it takes, and whether it asks for challenges. In draft 07 both JWTs ' +
      'have iss, in draft 08 neither has to, and in draft 10 a DPoP proof may be the proof of possession. OpenID4VCI 1.0 Appendix E',
  }),
}

export const clientAttestationContradictions: readonly Contradiction[] = [
  {
    members: ['/laboratory/client_attestation/drafts', '/trust_framework'],
    says: 'Wallet attestations of the European trust framework have no iss, which draft 07 alone asks for.',
    holds: ({ client_attestation: { drafts } }, { trust_framework: framework }) =>
      framework === 'eu' && drafts.every((draft) => draft === '07'),
  },
]

/** Whether encryption is up to the wallet, if there is any. OID4VCI-1FINAL-12.2.4 */
export const encryptionOptions = {
  encryption: laboratoryOption({
    schema: z.enum(['optional', 'request', 'response', 'required', 'absent']),
    byDefault: 'optional',
    description:
      'Which messages of the credential and the deferred credential endpoint the metadata require to be encrypted: none ' +
      '(optional), requests (request), responses, which a wallet can only ask for in an encrypted request (response), or both ' +
      '(required). With absent the metadata offers no encryption at all. OpenID4VCI 1.0 sections 8.2, 9.1, 10 and 12.2.4',
  }),
}

/** Messages that must be encrypted, and whether any can be. */
export interface RequiredEncryption {
  /** Whether the metadata offers encryption. */
  readonly offered: boolean
  readonly request: boolean
  readonly response: boolean
}

/** Values of `encryption_required` in the metadata. OID4VCI-1FINAL-12.2.4 */
export const requiredEncryption = ({ encryption }: Pick<LaboratoryOptions, 'encryption'>): RequiredEncryption => ({
  offered: encryption !== 'absent',
  request: encryption === 'request' || encryption === 'required',
  response: encryption === 'response' || encryption === 'required',
})

/** Metadata of a laboratory. */
export const metadataOptions = {
  authorization_servers: laboratoryOption({
    schema: z.enum(['self', 'listed', 'two', 'first_dead']),
    byDefault: 'self',
    description:
      'Which authorization servers the metadata lists: none (self), another identifier (listed), the issuer and another one (two), ' +
      'or a dead one and a living one (first_dead). OpenID4VCI 1.0 section 12.2.4',
  }),
  signed_metadata: laboratoryOption({
    schema: z.enum(['on_request', 'never']),
    byDefault: 'on_request',
    description: 'Whether metadata is signed for wallets that ask for application/jwt. OpenID4VCI 1.0 section 12.2.2',
  }),
  identifier_slash: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    description:
      'Whether its Credential Issuer Identifier ends in a slash, which offers, proofs and the address of its metadata keep. ' +
      'OpenID4VCI 1.0 sections 12.2.1 and 12.2.2',
  }),
  mtls_endpoint_aliases: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    description: 'Whether the authorization server metadata has mtls_endpoint_aliases. RFC 8705 section 5',
  }),
}

/** Pushed requests of a laboratory. RFC9126-3 */
export const pushedRequestOptions = {
  request_object: laboratoryOption({
    schema: z.enum(['refused', 'accepted']),
    byDefault: 'refused',
    description:
      'Whether a pushed request may be a request object, a signed JWT in the parameter request, which the metadata then announce. ' +
      'It is read and its form judged; its signature is not verified, as no specification says by which key. RFC 9126 section 3',
  }),
}

/** Proofs of a laboratory. OID4VCI-1FINAL-12.2.4 */
export const proofOptions = {
  proof_types: laboratoryOption({
    schema: z
      .array(z.enum(['jwt', 'attestation']))
      .min(1)
      .max(2)
      .refine((types) => new Set(types).size === types.length, 'must name each proof type once')
      .nullable(),
    byDefault: null,
    description:
      'The proof types that the metadata list and the issuer takes; by default those of the issuer that it is made from. ' +
      'OpenID4VCI 1.0 section 12.2.4',
  }),
  key_attestations: laboratoryOption({
    schema: z.enum(['as_base', 'required', 'not_required']),
    byDefault: 'as_base',
    description:
      'Whether each proof type has key_attestations_required, as the issuer that it is made from has it, always, or never. ' +
      'OpenID4VCI 1.0 section 12.2.4',
  }),
}

/** Nonces of a laboratory. */
export const nonceOptions = {
  nonce: laboratoryOption({
    schema: z.enum(['required', 'absent']),
    byDefault: 'required',
    description: 'Whether the issuer has a nonce endpoint, whose nonce each proof carries. OpenID4VCI 1.0 section 7',
  }),
}

/** Refresh tokens of a laboratory. */
export const refreshOptions = {
  refresh: laboratoryOption({
    schema: z
      .strictObject({
        rotation: z.enum(['none', 'every']).default('none'),
        lifetime_seconds: z
          .int()
          .min(60)
          .max(30 * 86_400)
          .default(86_400),
      })
      .nullable(),
    byDefault: null,
    description:
      'Refresh tokens: whether each use gives a new one, and how many seconds one is valid. RFC 6749 section 6',
  }),
}

/** Token responses of a laboratory. */
export const tokenOptions = {
  token_c_nonce: laboratoryOption({
    schema: z.boolean(),
    byDefault: false,
    shared: true,
    description: 'Whether a token response has a c_nonce, as in earlier drafts; OpenID4VCI 1.0 has none there.',
  }),
  access_token_seconds: laboratoryOption({
    schema: z.int().min(10).max(accessTokenTtlSeconds),
    byDefault: accessTokenTtlSeconds,
    description: 'Seconds that an access token is valid. RFC 6749 section 5.1',
  }),
}
