import { z } from 'zod'
import type { SessionOption } from '../../engine/sessions/session-option'
import { jwtCharactersMax } from '../../ground/jose/read-jwt'
import { readRegistration } from '../../ground/trust/registration/read-registration'
import { registrationEncodings, registrationTypes } from '../../ground/trust/registration/sign-registration'

const option = <Schema extends z.ZodType, Kept = never>(
  one: SessionOption<Schema, unknown, Kept, { readonly legal: readonly string[] }>,
): SessionOption<Schema, unknown, Kept, { readonly legal: readonly string[] }> => one

/** Marks members of ours in the description of the interface. */
const extension = { 'x-extension': true }

/**
 * The members of `POST /sessions` about the European trust framework. A session keeps nothing of one that says what holds
 * without it.
 */
export const trustOptions = {
  trust_framework: option({
    schema: z
      .enum(['test_root', 'eu'])
      .default('test_root')
      .meta({
        description:
          'eu: an issuer of its own (laboratory) signs its metadata under an access certificate and shows a registration certificate, as European wallets expect.',
        ...extension,
      }),
    keep: (asked): 'eu' | undefined => (asked === 'eu' ? asked : undefined),
    form: [
      {
        reading: 'text',
        only: ['eu'],
        drawn: {
          control: 'sentence',
          label: 'Trust framework',
          choices: [
            ['', 'local'],
            ['eu', 'European'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  registration_certificate: option({
    schema: z
      .string()
      .max(jwtCharactersMax)
      .refine((asked) => asked === 'auto' || asked === 'none' || readRegistration(asked) !== null)
      .default('auto')
      .meta({
        description:
          'auto: one for what the issuer provides in the framework eu, none otherwise. none, or a compact JWT that is shown as given.',
        ...extension,
      }),
    refusal: { code: 'invalid_registration_certificate', legal: ['auto', 'none', 'a compact JWS with JSON claims'] },
    keep: (asked): string | undefined => (asked === 'auto' ? undefined : asked),
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  registration_typ: option({
    schema: z
      .enum(registrationTypes)
      .default('rc-wrp+jwt')
      .meta({ description: 'The typ of our certificate; rc-rp+jwt is that of earlier prototypes.', ...extension }),
    keep: (asked): 'rc-rp+jwt' | undefined => (asked === 'rc-rp+jwt' ? asked : undefined),
    form: [{ reading: 'text', only: ['rc-rp+jwt'], again: 'as_kept' }],
  }),
  registration_encoding: option({
    schema: z
      .enum(registrationEncodings)
      .default('compact')
      .meta({ description: 'How our certificate stands in issuer_info: as it is, or in base64url.', ...extension }),
    keep: (asked): 'base64url' | undefined => (asked === 'base64url' ? asked : undefined),
    form: [{ reading: 'text', only: ['base64url'], again: 'as_kept' }],
  }),
}
