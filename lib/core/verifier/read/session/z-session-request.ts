import { z } from 'zod'
import { waitSecondsDefault } from '../../../engine/deviations/outcome'
import { askedPlace } from '../../../engine/sessions/z-session-place'
import { opensProgram } from '../../../ground/http/schemes-of-programs'
import { verifierDeviations } from '../../deviations'

/** Marks our extension members in the OpenAPI document. */
const extension = { 'x-extension': true }

/**
 * Body of `POST /openid4vp/sessions`; every member is optional and unknown ones are ignored. Free-form members are read
 * by functions of their own, which list the problems.
 */
export const zPresentationSessionRequest = z
  .looseObject({
    scheme: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/)
      .max(64)
      // The deeplink becomes a link on our own page.
      .refine((scheme) => !opensProgram(scheme))
      .default('openid4vp://')
      .meta({ description: 'What the deeplink starts with.' }),
    request_uri_method: z
      .enum(['get', 'post'])
      .default('get')
      .meta({ description: 'How the wallet is to fetch the request; without effect by value.' }),
    request_delivery: z.enum(['by_reference', 'by_value']).default('by_reference'),
    response_type: z.enum(['vp_token', 'vp_token id_token', 'code']).default('vp_token'),
    response_mode: z.enum(['direct_post', 'direct_post.jwt']).default('direct_post.jwt'),
    presentation_request: z
      .looseObject({})
      .optional()
      .meta({ description: 'Parameters of the request as you want them sent; members of the body win over it.' }),
    dcql_query: z.looseObject({}).optional().meta({ description: 'OpenID4VP section 6; a PID by default.' }),
    scopes: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'The scope of the request; an empty array is none.' }),
    transaction_data: z.unknown().optional(),
    verifier_info: z.unknown().optional(),
    profile: z
      .enum(['openid4vp', 'haip'])
      .default('openid4vp')
      .meta({ description: 'haip: checks of that profile count in the verdict and refuse answers.', ...extension }),
    return_redirect_uri: z
      .boolean()
      .default(false)
      .meta({
        description: 'True answers the wallet with a redirect_uri for the browser; profile haip always does.',
        ...extension,
      }),
    negative_test: z
      .enum(verifierDeviations.map(({ id }) => id))
      .nullable()
      .default(null)
      .meta({
        description: 'What is wrong or odd about the request on purpose, to see how the wallet takes it.',
        ...extension,
      }),
    expect: z
      .enum(['answer', 'refusal'])
      .optional()
      .meta({ description: 'What a good wallet does; follows from negative_test by default.', ...extension }),
    refusal_wait: z
      .int()
      .min(5)
      .max(600)
      .default(waitSecondsDefault)
      .meta({
        description: 'Seconds of silence after the fetch that stand for a refusal; 60 by default.',
        ...extension,
      }),
    allow_nonconforming_request: z
      .boolean()
      .default(true)
      .meta({
        description: 'False refuses a request that breaks the specification; true sends it and lists what is wrong.',
        ...extension,
      }),
    trust_anchors: z
      .array(z.string().min(1).max(16_384))
      .max(10)
      .default([])
      .meta({ description: 'Certificates (PEM or base64 DER) that this session trusts as issuers too.', ...extension }),
    require_trusted_issuer: z
      .boolean()
      .default(false)
      .meta({ description: 'True refuses a credential whose issuer is not trusted.', ...extension }),
    follows: z
      .uuid()
      .optional()
      .meta({
        description:
          'An issuance session: its credential is asked back, and both are shown on one page. A query of your own wins.',
        ...extension,
      }),
    links: z
      .boolean()
      .default(false)
      .meta({
        description: 'True adds the addresses of the session: inspector_url, session_url and report_url.',
        ...extension,
      }),
    check_status: z
      .boolean()
      .default(false)
      .meta({ description: 'True asks for the status of credentials; this service fetches no list.', ...extension }),
    reveal_claims: z
      .boolean()
      .default(false)
      .meta({
        description: 'True shows the values of disclosed claims: of credentials that were issued here.',
        ...extension,
      }),
    ...askedPlace,
    expires_in: z
      .int()
      .min(60)
      .max(3600)
      .default(900)
      .meta({ description: 'Seconds until the session expires; 900 by default.', ...extension }),
  })
  .meta({ id: 'PresentationSessionRequest' })

export type PresentationSessionRequest = z.infer<typeof zPresentationSessionRequest>
