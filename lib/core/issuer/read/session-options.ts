import { z } from 'zod'
import { waitSecondsDefault } from '../../engine/deviations/deviation-outcome'
import { runOptions } from '../../engine/sessions/run-options'
import { type KeptOptions, type OptionOrder, optionsWith, shapeOf } from '../../engine/sessions/session-option'
import { trustOptionsOf } from '../../engine/sessions/trust-options'
import { zMutations } from '../../engine/sessions/z-mutations'
import { createdLinks } from '../../engine/sessions/z-session'
import { opensProgram } from '../../shared/http/schemes-of-programs'
import type { TransactionCodeOffer } from '../../shared/ports/session-options'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { issuerConfigurationIds } from '../configurations'
import { zLaboratoryOptions } from '../configurations/laboratory/laboratory-options'
import { issuerDeviations } from '../deviations'
import { transactionCodeObject } from './transaction-code'

/** `POST /sessions` members for the European trust framework. */
const trustOptions = trustOptionsOf({
  framework:
    'eu: an issuer of its own (laboratory) signs its metadata under an access certificate and shows a registration certificate, as European wallets expect.',
  registration:
    'auto: one for what the issuer provides in the framework eu, none otherwise. none, or a compact JWT that is shown as given.',
  where: 'issuer_info',
  signs: 'the metadata of the issuer of this session, and implies eu',
  again: 'as_kept',
})

declare module '../../shared/ports/session-options' {
  interface IssuerOptions extends KeptOptions<typeof issuerOptions> {}
}

/** Context for deciding some options. */
interface Beside {
  readonly flow: string
  readonly fault: string | null
  /** Changes that the tester asks for; `undefined` for none. */
  readonly mutations?: unknown
  /** Setting of the installation. */
  readonly dpopNonce: 'off' | 'offered' | 'required'
}

/** Legal values of a member in this context, or its requirement, for the refusal of another value. */
type Refusal =
  | { readonly legal: readonly string[] | 'credential configurations of the issuer' }
  | { readonly must: string }

const option = optionsWith<Beside, Refusal>()

/** Marks non-standard members in the API documentation. */
const extension = { 'x-extension': true }

const flows = ['pre_authorized_code', 'authorization_code'] as const

const offerModes = ['credential_offer', 'credential_offer_uri'] as const

const noncePolicies = ['off', 'offered', 'required'] as const

const schemeRule =
  'must be openid-credential-offer://, haip-vci://, or another scheme of a wallet: it matches ^[A-Za-z][A-Za-z0-9+.-]*://$, has at most 64 characters, and no browser runs or opens it'

/** Every member of `POST /sessions`. */
export const issuerOptions = {
  issuer_configuration_id: option({
    schema: z.enum(issuerConfigurationIds).default('eu-pid-device-bound'),
    refusal: { code: 'unsupported_issuer_configuration', legal: issuerConfigurationIds },
    keep: null,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  flow: option({
    schema: z.enum(flows).default('authorization_code'),
    refusal: { code: 'unsupported_issuance_flow', legal: flows },
    keep: null,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'sentence',
          label: 'Flow',
          choices: [
            ['pre_authorized_code', 'pre-authorized code'],
            ['authorization_code', 'authorization code'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  credential_offer_mode: option({
    schema: z.enum(offerModes).default('credential_offer'),
    refusal: { code: 'unsupported_credential_offer_mode', legal: offerModes },
    keep: null,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'sentence',
          label: 'Offer delivery',
          choices: [
            ['credential_offer_uri', 'by reference'],
            ['credential_offer', 'by value'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  credential_configuration_id: option({
    schema: z.string().optional(),
    refusal: { code: 'unsupported_credential_configuration', legal: 'credential configurations of the issuer' },
    keep: null,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  /** Prefix of the deeplink. */
  scheme: option({
    schema: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/, schemeRule)
      .max(64)
      // The deeplink becomes a link on our page.
      .refine((scheme) => !opensProgram(scheme), schemeRule)
      .default('openid-credential-offer://')
      .meta({ description: 'What the deeplink starts with.', ...extension }),
    keep: (scheme) => scheme,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'select',
          label: 'Scheme of the link',
          help: 'Which app the phone opens. HAIP wallets register haip-vci.',
          choices: [
            ['', 'openid-credential-offer:// (default)'],
            ['haip-vci://', 'haip-vci://'],
          ],
        },
        again: 'left_out',
      },
    ],
  }),
  /** DPoP nonce policy. RFC 9449 section 8 */
  dpop_nonce: option({
    schema: z
      .enum(noncePolicies)
      .optional()
      .meta({
        description: 'Whether DPoP nonces are offered or demanded; by default as the service is configured.',
        ...extension,
      }),
    keep: (asked, { dpopNonce }) => asked ?? dpopNonce,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'select',
          label: 'DPoP nonce',
          help: 'Whether a fresh nonce is offered to the wallet or required from it. RFC 9449, section 8.',
          choices: [['', 'as the service is configured'], ...noncePolicies.map((one) => [one, one] as const)],
        },
        again: 'left_out',
      },
    ],
  }),
  /** Transaction code of the offer; pre-authorized code flow only. OID4VCI-1FINAL-4.1.1 */
  tx_code: option({
    schema: z
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
    keep: (asked, { flow }): TransactionCodeOffer | undefined => {
      if (flow !== 'pre_authorized_code' || asked === undefined || asked === false) return undefined
      return asked === true ? { input_mode: 'numeric', length: 6 } : asked
    },
    show: transactionCodeObject,
    form: [
      {
        inside: 'input_mode',
        reading: 'text',
        drawn: {
          control: 'select',
          label: 'Transaction code',
          help: 'A code to type in the wallet; it stands under the QR code. Pre-authorized code flow only.',
          choices: [
            ['', 'none'],
            ['numeric', 'digits'],
            ['text', 'letters and digits'],
          ],
        },
        again: 'left_out',
      },
      {
        name: 'tx_code_length',
        inside: 'length',
        reading: 'whole',
        drawn: {
          control: 'number',
          shownMember: 'tx_code.length',
          label: 'Length of the code',
          help: '4 to 12 characters. Default 6, in which case the offer does not state a length.',
          min: 4,
          max: 12,
        },
        again: 'left_out',
      },
    ],
  }),
  /** Gives the session an own issuer. */
  laboratory: option({
    schema: zLaboratoryOptions
      .optional()
      .meta({ description: 'An issuer that belongs to this session alone, and how it behaves.', ...extension }),
    sealed: [['credentials', '*', 'claims']],
    // Has its own column.
    keep: null,
    form: [{ reading: 'object', again: 'by_page' }],
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
  /** The deviation; absent: none. */
  fault: option({
    schema: z
      .enum(issuerDeviations.map(({ id }) => id))
      .nullable()
      .default(null)
      .meta({
        description: 'What is deliberately wrong or unusual about one response, to see how the wallet reacts.',
        ...extension,
      }),
    keep: (asked) => asked ?? undefined,
    // In forms, `fault` names a misbehaviour of the reference wallet.
    form: [{ name: 'issuer_fault', reading: 'text', again: 'as_kept' }],
  }),
  /** Documents that are wrong as asked. */
  mutations: option({
    schema: zMutations.optional(),
    // Kept with what they come to.
    keep: null,
    form: [{ reading: 'list', again: 'as_kept' }],
  }),
  /** What the tester expects of a wallet that gets a changed document. */
  expect: option({
    schema: z
      .enum(['answer', 'refusal'])
      .optional()
      .meta({
        description:
          'What you expect of the wallet where the session has mutations; by default what the named fault expects that equals them, or nothing.',
        ...extension,
      }),
    keep: null,
    form: [{ reading: 'text', only: ['answer', 'refusal'], again: 'by_page' }],
  }),
  /** Seconds of silence to wait for after the deviating reply; needs a fault. */
  settle_seconds: option({
    schema: z
      .int()
      .min(5)
      .max(600)
      .default(waitSecondsDefault)
      .meta({
        description:
          'Seconds of silence after the altered response that count as a stop; 60 by default. Needs a fault or mutations.',
        ...extension,
      }),
    keep: (asked, { fault, mutations }) => (fault === null && mutations === undefined ? undefined : asked),
    form: { none: 'Who starts a session in a form sees how the wallet takes the fault.' },
  }),
  ...runOptions,
  ...trustOptions,
  expires_in: option({
    schema: z
      .int()
      .min(60)
      .max(3600)
      .optional()
      .meta({ description: 'Seconds until the session expires; 900 by default.', ...extension }),
    keep: null,
    form: [
      {
        reading: 'whole',
        drawn: {
          control: 'number',
          label: 'Expires after',
          help: 'Seconds, 60 to 3600. Default 900.',
          min: 60,
          max: 3600,
        },
        again: 'left_out',
      },
    ],
  }),
}

export const issuerOptionOrder: OptionOrder<keyof typeof issuerOptions> = {
  kept: [],
  forms: ['issuer_configuration_id', 'credential_configuration_id', 'flow', 'credential_offer_mode'],
  drawn: [],
}

/** The session's options as requested, without what was created for it. */
export const askedOptions = ({ options: { trust: _, mutations, ...asked } }: Pick<IssuanceSession, 'options'>) => ({
  ...asked,
  ...(mutations === undefined ? {} : { mutations: mutations.operations }),
})

/** Body of `POST /sessions`; every member is optional, unknown ones are ignored. */
export const zIssuanceSessionRequest = z.looseObject(shapeOf(issuerOptions)).meta({ id: 'IssuanceSessionRequest' })

export type IssuanceSessionRequest = z.infer<typeof zIssuanceSessionRequest>

/** Grant type, and how the offer reaches the wallet. */
export const zFlow = z.enum(flows)

export const zOfferMode = z.enum(offerModes)

/** Response to creating an issuance session. */
export const zIssuanceSessionCreated = z
  .object({
    session_id: z.uuid(),
    issuer_configuration_id: z.string(),
    issuer_identifier: z.url(),
    authorization_server_identifier: z.url(),
    flow: zFlow,
    credential_offer_mode: zOfferMode,
    credential_configuration_id: z.string(),
    offer_url: z.url(),
    deeplink: z.string(),
    status: z.literal('created'),
    tx_code: z.string().optional().meta({
      'x-extension': true,
      description: 'The code for the user to enter in the wallet, if the session requires one.',
    }),
    laboratory_url: z.url().optional().meta({
      'x-extension': true,
      description: 'The metadata of the issuer that this session has for itself; absent without a laboratory.',
    }),
    ...createdLinks,
  })
  .meta({ id: 'IssuanceSessionCreated' })

export type IssuanceSessionCreated = Readonly<z.infer<typeof zIssuanceSessionCreated>>
