import { z } from 'zod'
import { waitSecondsDefault } from '../../../engine/deviations/deviation-outcome'
import { runOptions } from '../../../engine/sessions/run-options'
import { type KeptOptions, type OptionOrder, optionsWith, shapeOf } from '../../../engine/sessions/session-option'
import { zMutations } from '../../../engine/sessions/z-mutations'
import { opensProgram } from '../../../shared/http/schemes-of-programs'
import type { Json } from '../../../shared/values/json'
import { verifierDeviation, verifierDeviations } from '../../deviations'
import type { RefusalCause } from '../request/refused-transactions'
import { dcApiOptions, type presentationChannels } from './dc-api-options'
import { prefixOptions } from './prefix-options'
import { transactionOptions } from './transaction-options'
import { trustOptions } from './trust-options'
import { verifierInfoOptions } from './verifier-info-options'

declare module '../../../shared/ports/session-options' {
  interface VerifierOptions extends KeptOptions<typeof verifierOptions> {}
}

/** Context for deciding some options. */
interface Beside {
  readonly profile: 'openid4vp' | 'haip'
  readonly negative_test: string | null
  readonly presentation_channel: (typeof presentationChannels)[number]
  /** Of the request as sent, which may differ from the body. */
  readonly responseType: string
  /** Why a good wallet refuses its transaction data; `null` if it does not. */
  readonly refusalCause: RefusalCause | null
}

/** Requirement on a member, for its refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<Beside, Refusal>()

/** Marks non-standard members in the API documentation. */
const extension = { 'x-extension': true }

export const requestUriMethods = ['get', 'post'] as const
export const requestDeliveries = ['by_reference', 'by_value'] as const
export const responseTypes = ['vp_token', 'vp_token id_token', 'code'] as const
export const responseModes = ['direct_post', 'direct_post.jwt'] as const

const insideRequest = { none: '"Run again" sends it inside presentation_request.' }

/** All `POST /openid4vp/sessions` members. Free-form ones have their own readers, which list problems. */
export const verifierOptions = {
  scheme: option({
    schema: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/)
      .max(64)
      // The deeplink becomes a link on our page.
      .refine((scheme) => !opensProgram(scheme))
      .default('openid4vp://')
      .meta({ description: 'What the deeplink starts with.' }),
    refusal: {
      code: 'invalid_deeplink_scheme',
      must: 'It must be openid4vp://, haip-vp://, eudi-openid4vp://, mdoc-openid4vp://, or another scheme of a wallet: it matches ^[A-Za-z][A-Za-z0-9+.-]*://$, has at most 64 characters, and no browser runs or opens it.',
    },
    keep: null,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'select',
          label: 'Scheme of the link',
          help: 'Which app the phone opens. HAIP wallets register haip-vp.',
          choices: [
            ['', 'openid4vp:// (default)'],
            ['haip-vp://', 'haip-vp://'],
            ['eudi-openid4vp://', 'eudi-openid4vp://'],
            ['mdoc-openid4vp://', 'mdoc-openid4vp://'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  request_uri_method: option({
    schema: z
      .enum(requestUriMethods)
      .default('get')
      .meta({ description: 'How the wallet is to fetch the request; without effect by value.' }),
    refusal: { code: 'unsupported_request_uri_method', must: 'It must be get or post, in lower case.' },
    keep: null,
    form: { none: 'The field delivery stands for it and request_delivery.' },
  }),
  request_delivery: option({
    schema: z.enum(requestDeliveries).default('by_reference'),
    refusal: { code: 'unsupported_request_delivery', must: 'It must be by_reference or by_value.' },
    keep: null,
    form: { none: 'The field delivery stands for it and request_uri_method.' },
  }),
  response_type: option({
    schema: z.enum(responseTypes).default('vp_token'),
    refusal: { code: 'unsupported_response_type', must: 'It must be vp_token, "vp_token id_token" or code.' },
    keep: null,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  response_mode: option({
    schema: z.enum(responseModes).default('direct_post.jwt'),
    refusal: { code: 'unsupported_response_mode', must: 'It must be direct_post or direct_post.jwt.' },
    keep: null,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'sentence',
          label: 'Response mode',
          choices: [
            ['', 'encrypted'],
            ['direct_post', 'unencrypted'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  presentation_request: option({
    schema: z
      .looseObject({})
      .optional()
      .meta({ description: 'Request parameters to send as they are; members of the body take precedence.' }),
    refusal: { code: 'invalid_presentation_request', must: 'It must be a JSON object.' },
    keep: null,
    form: [{ reading: 'object', again: 'by_page' }],
  }),
  dcql_query: option({
    schema: z.looseObject({}).optional().meta({ description: 'OpenID4VP section 6; a PID by default.' }),
    refusal: { code: 'invalid_dcql_query', must: 'It must be a JSON object.' },
    keep: null,
    form: { none: 'The field preset names a query, or the editor whose text is one.' },
  }),
  scopes: option({
    schema: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'The scope of the request; an empty array is none.' }),
    refusal: { code: 'invalid_scope', must: 'It must be a string, or an array of strings.' },
    keep: null,
    form: insideRequest,
  }),
  transaction_data: option({ schema: z.unknown().optional(), keep: null, form: insideRequest }),
  verifier_info: option({ schema: z.unknown().optional(), keep: null, form: insideRequest }),
  /** `haip`: findings of that profile count in the verdict and refuse. */
  profile: option({
    schema: z
      .enum(['openid4vp', 'haip'])
      .default('openid4vp')
      .meta({ description: 'haip: checks of that profile count in the verdict and refuse responses.', ...extension }),
    keep: (profile) => profile,
    form: [
      {
        reading: 'text',
        only: ['haip'],
        drawn: {
          control: 'sentence',
          label: 'Profile',
          choices: [
            ['', 'OpenID4VP 1.0'],
            ['haip', 'OpenID4VP 1.0 and HAIP'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  /** Returns a `redirect_uri` for a processed response. OpenID4VP 1.0 section 8.2 */
  return_redirect_uri: option({
    schema: z
      .boolean()
      .default(false)
      .meta({
        description: 'True gives the wallet a redirect_uri in the response, for the browser; profile haip always does.',
        ...extension,
      }),
    // The browser that carried the response already shows the page.
    keep: (asked, { profile, presentation_channel: channel }) => (asked || profile === 'haip') && channel === 'url',
    form: [
      {
        reading: 'true',
        drawn: {
          control: 'switch',
          label: 'Send the wallet back to the browser',
          help: 'For a wallet on this device: it opens the redirect_uri from our response. Always on under HAIP.',
          alwaysOn: { field: 'profile', value: 'haip' },
        },
        again: 'as_kept',
      },
    ],
  }),
  /** The address that the wallet gets in place of ours; it implies `return_redirect_uri`. */
  redirect_uri: option({
    schema: z
      .string()
      .max(2048)
      .optional()
      .meta({
        description:
          'The address of return_redirect_uri: below this service, for which {{base_url}} stands, or a host below .test or .invalid. Visits of {{base_url}}/openid4vp/redirect are counted.',
        ...extension,
      }),
    keep: (asked): string | undefined => asked,
    form: { none: 'Only requests that are written by hand ask for it.' },
  }),
  /** The deviation; `null` for none. */
  negative_test: option({
    schema: z
      .enum(verifierDeviations.map(({ id }) => id))
      .nullable()
      .default(null)
      .meta({
        description: 'What is deliberately wrong or unusual about the request, to see how the wallet reacts.',
        ...extension,
      }),
    keep: (asked) => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  /** Changes of the right request, in order. */
  mutations: option({
    schema: zMutations.optional(),
    keep: (asked): Json | undefined => asked,
    form: [{ reading: 'list', again: 'as_kept' }],
  }),
  /** What a conformant wallet does with the request. Absent in sessions of earlier versions: it answers. */
  expect: option({
    schema: z
      .enum(['answer', 'refusal', 'report'])
      .optional()
      .meta({
        description:
          'What a good wallet does; follows from negative_test and transaction_data by default. report, with mutations: nothing is expected.',
        ...extension,
      }),
    keep: (asked, beside): 'answer' | 'refusal' | 'report' | undefined =>
      asked ?? (beside.refusalCause === null ? expectedOf(beside) : 'refusal'),
    form: [{ reading: 'text', only: ['answer', 'refusal'], again: 'by_page' }],
  }),
  /** Seconds to wait after the fetch for a wallet that should refuse. */
  refusal_wait: option({
    schema: z
      .int()
      .min(5)
      .max(600)
      .default(waitSecondsDefault)
      .meta({
        description: 'Seconds to wait after the fetch for a wallet that should refuse; 60 by default.',
        ...extension,
      }),
    keep: (asked): number | undefined => asked,
    form: [{ reading: 'count', again: 'as_kept' }],
  }),
  /** Sends a request that violates the specification as given; otherwise creation is refused. */
  allow_nonconforming_request: option({
    schema: z
      .boolean()
      .default(true)
      .meta({
        description: 'False refuses a request that breaks the specification; true sends it and lists what is wrong.',
        ...extension,
      }),
    keep: (asked) => asked,
    form: [
      {
        reading: 'true_or_false',
        drawn: {
          control: 'switch',
          label: 'Send a request that breaks the specification',
          shownMember: null,
          help: 'See how a wallet handles it. Without this option the request is refused here, with every problem listed.',
        },
        again: 'as_kept',
      },
    ],
  }),
  /** Certificates trusted in this session only, in base64 DER. */
  trust_anchors: option({
    schema: z
      .array(z.string().min(1).max(16_384))
      .max(10)
      .default([])
      .meta({ description: 'Certificates (PEM or base64 DER) that this session trusts as issuers too.', ...extension }),
    keep: (asked): readonly string[] => asked.map(anchorDer),
    form: [{ reading: 'texts', again: 'as_kept' }],
  }),
  /** Refuses responses with a credential of an untrusted issuer. */
  require_trusted_issuer: option({
    schema: z
      .boolean()
      .default(false)
      .meta({ description: 'True refuses a credential whose issuer is not trusted.', ...extension }),
    keep: (asked) => asked,
    form: [
      {
        reading: 'true',
        drawn: {
          control: 'switch',
          label: 'Refuse credentials of unknown issuers',
          help: 'Otherwise they are checked, and the page says that the issuer is not trusted.',
        },
        again: 'as_kept',
      },
    ],
  }),
  /** The issuance session whose credential is asked back; absent or `null` for none. */
  follows: option({
    schema: z
      .uuid()
      .optional()
      .meta({
        description:
          'An issuance session whose credential is requested; one page shows both sessions. Your own query takes precedence.',
        ...extension,
      }),
    keep: (asked): string | null | undefined => asked,
    form: { none: 'The form of a round trip makes both sessions.' },
  }),
  links: option({
    schema: z
      .boolean()
      .default(false)
      .meta({
        description: 'True adds the addresses of the session: inspector_url, session_url and report_url.',
        ...extension,
      }),
    keep: null,
    form: { none: 'Pages know the addresses of a session.' },
  }),
  /** Looks up statuses. TSL14-8.3 */
  check_status: option({
    schema: z
      .boolean()
      .default(false)
      .meta({
        description:
          'True looks up the status of presented credentials, and refuses what is revoked or suspended. Lists of other hosts are fetched where FETCH_STATUS_LISTS is on.',
        ...extension,
      }),
    keep: (asked) => asked,
    form: { none: 'Only requests that are written by hand ask for it.' },
  }),
  /** Shows the values of disclosed claims in evidence. */
  reveal_claims: option({
    schema: z
      .boolean()
      .default(false)
      .meta({
        description: 'If true, the values of disclosed claims are shown, for credentials issued here.',
        ...extension,
      }),
    keep: (asked) => asked,
    form: [
      {
        reading: 'true',
        drawn: {
          control: 'switch',
          label: 'Show claim values',
          help: 'For credentials issued here, whose subject is fictitious. Otherwise all values are masked.',
        },
        again: 'as_kept',
      },
    ],
  }),
  ...runOptions,
  ...trustOptions,
  ...transactionOptions,
  ...prefixOptions,
  ...verifierInfoOptions,
  ...dcApiOptions,
  expires_in: option({
    schema: z
      .int()
      .min(60)
      .max(3600)
      .default(900)
      .meta({ description: 'Seconds until the session expires; 900 by default.', ...extension }),
    keep: null,
    form: [
      {
        reading: 'whole',
        drawn: {
          control: 'number',
          label: 'Expires after',
          help: 'Seconds, 60 to 3600; 900 by default.',
          min: 60,
          max: 3600,
        },
        again: 'by_page',
      },
    ],
  }),
}

export const verifierOptionOrder: OptionOrder<keyof typeof verifierOptions> = {
  kept: [
    'profile',
    'return_redirect_uri',
    'negative_test',
    'expect',
    'refusal_wait',
    'trust_anchors',
    'require_trusted_issuer',
    'check_status',
    'reveal_claims',
    'allow_nonconforming_request',
  ],
  forms: [
    'response_type',
    'response_mode',
    'scheme',
    'presentation_request',
    'trust_anchors',
    'expires_in',
    'profile',
    'return_redirect_uri',
    'negative_test',
    'expect',
    'refusal_wait',
    'require_trusted_issuer',
    'reveal_claims',
    'allow_nonconforming_request',
  ],
  drawn: ['scheme', 'expires_in', 'reveal_claims', 'require_trusted_issuer', 'return_redirect_uri'],
}

/** Body of `POST /openid4vp/sessions`; every member is optional, unknown ones are ignored. */
export const zPresentationSessionRequest = z
  .looseObject(shapeOf(verifierOptions))
  .meta({ id: 'PresentationSessionRequest' })

export type PresentationSessionRequest = z.infer<typeof zPresentationSessionRequest>

/** Base64 DER of a certificate given as that or as PEM. */
export const anchorDer = (anchor: string): string =>
  anchor.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')

/**
 * Why the transaction data make `refusal` the default, where nothing else does and the tester said nothing: such an
 * expectation judges, and never refuses a response.
 */
export const derivedRefusal = (asked: PresentationSessionRequest['expect'], beside: Beside): RefusalCause | null =>
  asked === undefined && expectedOf(beside) === 'answer' ? beside.refusalCause : null

/** HAIP allows only the response type `vp_token`; its wallets refuse any other. HAIP-5 */
function expectedOf({ negative_test, profile, responseType }: Beside): 'answer' | 'refusal' {
  const otherType = profile === 'haip' && responseType !== 'vp_token'
  return verifierDeviation(negative_test)?.expects === 'refusal' || otherType ? 'refusal' : 'answer'
}
