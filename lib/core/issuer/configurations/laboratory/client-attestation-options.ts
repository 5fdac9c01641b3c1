import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** Drafts of Attestation-Based Client Authentication that differ in what a wallet sends. */
const attestationDrafts = ['07', '08', '10'] as const
export type AttestationDraft = (typeof attestationDrafts)[number]

/** How a laboratory takes the attestation of a wallet. */
export const clientAttestationOptions = {
  client_attestation: laboratoryOption({
    schema: z.strictObject({
      drafts: z
        .array(z.literal(attestationDrafts))
        .min(1)
        .max(attestationDrafts.length)
        .refine((drafts) => new Set(drafts).size === drafts.length, 'must name each draft once')
        .default(['07'])
        .meta({ description: 'The drafts that it takes; a wallet attestation of any other is refused.' }),
      challenge: z
        .boolean()
        .default(false)
        .meta({
          description:
            'Whether each proof of possession has to answer a challenge of the challenge endpoint. An installation with ' +
            'The setting ATTESTATION_CHALLENGE asks for that at every issuer.',
        }),
    }),
    byDefault: { drafts: ['07'], challenge: false },
    // OpenID4VCI 1.0 refers to draft 07. A wallet of another one is told so, and not refused.
    shared: { drafts: [], challenge: false },
    description:
      'Drafts of Attestation-Based Client Authentication that it takes, and whether it asks for challenges. In draft 07 both JWTs ' +
      'have iss, in draft 08 neither has to, and in draft 10 a DPoP proof may be the proof of possession. OpenID4VCI 1.0 Appendix E',
  }),
}
