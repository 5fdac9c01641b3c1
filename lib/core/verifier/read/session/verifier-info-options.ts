import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'

/** Requirement on a member, for its refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** `format` of our key-bound attestations; OpenID4VP defines none. OID4VP-1FINAL-5.11 */
export const keyBoundFormat = 'urn:wallet-capture:verifier-info:key-bound:1'

/** `POST /openid4vp/sessions` members for key-bound attestations. */
export const verifierInfoOptions = {
  verifier_info_format: option({
    schema: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: `The format of the attestation about the verifier that a test adds to verifier_info, 1 to 100 characters; "${keyBoundFormat}" by default.`,
        'x-extension': true,
      }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
}
