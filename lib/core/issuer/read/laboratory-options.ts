import { z } from 'zod'
import type { LaboratoryOptions } from '../../ground/ports/laboratory'
import { accessTokenTtlSeconds } from '../../ground/time/lifetimes'

const daySeconds = 86_400

/** What a laboratory does where its tester asks for nothing else. */
const defaults: LaboratoryOptions = {
  lifetime_seconds: daySeconds,
  signed_metadata: 'on_request',
  token_c_nonce: false,
  access_token_seconds: accessTokenTtlSeconds,
}

const shape = {
  lifetime_seconds: z
    .int()
    .min(60)
    .max(30 * daySeconds),
  signed_metadata: z.enum(['on_request', 'never']),
  token_c_nonce: z.boolean(),
  access_token_seconds: z.int().min(10).max(accessTokenTtlSeconds),
} as const satisfies Record<keyof LaboratoryOptions, z.ZodType>

const optional = <Name extends keyof LaboratoryOptions>(name: Name, description: string) =>
  shape[name].optional().meta({ description, default: defaults[name] }) as z.ZodOptional<(typeof shape)[Name]>

/** Every option of a laboratory. Unlike the body around it, it takes no unknown member: a mistyped one would test nothing. */
export const zLaboratoryOptions = z.strictObject({
  lifetime_seconds: optional('lifetime_seconds', 'Seconds that the issuer is served.'),
  signed_metadata: optional(
    'signed_metadata',
    'Whether metadata is signed for wallets that ask for application/jwt. OpenID4VCI 1.0 section 12.2.2',
  ),
  token_c_nonce: optional(
    'token_c_nonce',
    'Whether a token response has a c_nonce, as in earlier drafts; OpenID4VCI 1.0 has none there.',
  ),
  access_token_seconds: optional('access_token_seconds', 'Seconds that an access token is valid.'),
})

/** The names of the options. */
export const laboratoryOptionNames: readonly string[] = Object.keys(shape)

/** What a tester asked for, completed with the defaults. */
export const completeLaboratory = (asked: z.infer<typeof zLaboratoryOptions>): LaboratoryOptions => ({
  lifetime_seconds: asked.lifetime_seconds ?? defaults.lifetime_seconds,
  signed_metadata: asked.signed_metadata ?? defaults.signed_metadata,
  token_c_nonce: asked.token_c_nonce ?? defaults.token_c_nonce,
  access_token_seconds: asked.access_token_seconds ?? defaults.access_token_seconds,
})

/** A laboratory, as the read-back of its session shows it. */
export const zLaboratoryView = z.object({
  id: z.string(),
  identifier: z.url(),
  until: z.iso.datetime(),
  options: z.object(shape),
  certificates: z.object({ credential: z.array(z.string()), mdoc: z.array(z.string()) }),
})
