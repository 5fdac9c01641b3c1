import { z } from 'zod'
import { waitSecondsDefault } from '../../engine/deviations/outcome'
import { askedPlace } from '../../engine/sessions/z-session-place'
import { opensProgram } from '../../ground/http/schemes-of-programs'
import { issuerConfigurationIds } from '../configurations'
import { issuerDeviations } from '../deviations'

/** Marks our extension members in the OpenAPI document. */
const extension = { 'x-extension': true }

/** Body of `POST /sessions`; every member is optional and unknown ones are ignored. */
export const zIssuanceSessionRequest = z
  .looseObject({
    issuer_configuration_id: z.enum(issuerConfigurationIds).default('eu-pid-device-bound'),
    flow: z.enum(['pre_authorized_code', 'authorization_code']).default('authorization_code'),
    credential_offer_mode: z.enum(['credential_offer', 'credential_offer_uri']).default('credential_offer'),
    credential_configuration_id: z.string().optional(),
    scheme: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/)
      .max(64)
      // The deeplink becomes a link on our own page.
      .refine((scheme) => !opensProgram(scheme))
      .default('openid-credential-offer://')
      .meta({ description: 'What the deeplink starts with.', ...extension }),
    dpop_nonce: z
      .enum(['off', 'offered', 'required'])
      .optional()
      .meta({
        description: 'Whether DPoP nonces are offered or demanded; by default as the service is set.',
        ...extension,
      }),
    tx_code: z
      .union([
        z.boolean(),
        z.strictObject({
          input_mode: z.enum(['numeric', 'text']).optional(),
          length: z.int().min(4).max(12).optional(),
          description: z.string().max(300).optional(),
        }),
      ])
      .optional()
      .meta({ description: 'Whether, and how, a transaction code is asked for.', ...extension }),
    links: z
      .boolean()
      .default(false)
      .meta({
        description: 'True adds the addresses of the session: inspector_url, session_url and report_url.',
        ...extension,
      }),
    fault: z
      .enum(issuerDeviations.map(({ id }) => id))
      .nullable()
      .default(null)
      .meta({
        description: 'What is wrong or odd about one answer on purpose, to see how the wallet takes it.',
        ...extension,
      }),
    settle_seconds: z
      .int()
      .min(5)
      .max(600)
      .default(waitSecondsDefault)
      .meta({
        description: 'Seconds of silence after the changed answer that stand for a stop; 60 by default. Needs a fault.',
        ...extension,
      }),
    ...askedPlace,
    expires_in: z
      .int()
      .min(60)
      .max(3600)
      .optional()
      .meta({ description: 'Seconds until the session expires; 900 by default.', ...extension }),
  })
  .meta({ id: 'IssuanceSessionRequest' })

export type IssuanceSessionRequest = z.infer<typeof zIssuanceSessionRequest>
