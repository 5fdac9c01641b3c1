import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'
import { trustOptionsOf } from '../../../engine/sessions/trust-options'
import type { JsonObject } from '../../../shared/values/json'

/** Requirement on a member, for its refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks non-standard members in the API documentation. */
const extension = { 'x-extension': true }

/** A wallet provider's policy where the European framework leaves the choice. ARF3-RPRC_21 */
export const walletPolicies = ['warn', 'refuse'] as const

/** States of the trusted list named in the query. OID4VP-1FINAL-6.1.1.2 */
export const trustedLists = ['listed', 'not_listed', 'bad_signature', 'unreachable', 'list_of_lists'] as const

/** Default purpose registered by our certificates. */
export const defaultPurpose = 'Test of this wallet'

const { trust_framework, registration_certificate, registration_typ, registration_encoding, list_alias, ...ownAccess } =
  trustOptionsOf({
    framework:
      'eu: the request is signed under an access certificate and carries a registration certificate, as European wallets expect.',
    registration:
      'auto: one that fits the request in the framework eu, none otherwise. none, or a compact JWT that is sent as given.',
    where: 'verifier_info',
    signs: 'the requests of this session',
    again: 'by_page',
  })

/** `POST /openid4vp/sessions` members for the European trust framework. Defaults are not stored. */
export const trustOptions = {
  trust_framework,
  registration_certificate,
  registered_query: option({
    schema: z
      .looseObject({})
      .optional()
      .meta({
        description: 'The DCQL query that our registration certificate registers; that of the request by default.',
        ...extension,
      }),
    refusal: { code: 'invalid_registered_query', must: 'It must be a JSON object.' },
    keep: (asked): JsonObject | undefined => asked as JsonObject | undefined,
    form: [{ reading: 'object', again: 'by_page' }],
  }),
  registered_purpose: option({
    schema: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: `The purpose that it registers, 1 to 200 characters; "${defaultPurpose}" by default.`,
        ...extension,
      }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  registration_typ,
  registration_encoding,
  list_alias,
  trusted_list: option({
    schema: z
      .enum(trustedLists)
      .optional()
      .meta({
        description:
          'Adds trusted_authorities of the type etsi_tl to each credential query: the list of PID providers of the session, right or wrong in the named way, or for list_of_lists the list that points to it.',
        ...extension,
      }),
    keep: (asked): (typeof trustedLists)[number] | undefined => asked,
    form: [{ reading: 'text', only: trustedLists, again: 'as_kept' }],
  }),
  /** Absent if the choice is the wallet's: it warns. */
  wallet_policy: option({
    schema: z
      .enum(walletPolicies)
      .default('warn')
      .meta({
        description:
          'What the provider of the wallet decided that it does about wrong trust where the law lets it choose.',
        ...extension,
      }),
    keep: (asked): 'refuse' | undefined => (asked === 'refuse' ? asked : undefined),
    form: [{ reading: 'text', only: ['refuse'], again: 'as_kept' }],
  }),
  ...ownAccess,
}
