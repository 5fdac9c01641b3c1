import { z } from 'zod'
import { zListAlias } from '../../../engine/sessions/list-alias'
import {
  askedOwnAccess,
  type KeptAccessOption,
  keptAccessOption,
  ownAccessRefusals,
  ownAccessWords,
} from '../../../engine/sessions/own-access-options'
import type { SessionOption } from '../../../engine/sessions/session-option'
import { jwtCharactersMax } from '../../../ground/jose/read-jwt'
import { readRegistration } from '../../../ground/trust/registration/read-registration'
import { registrationEncodings, registrationTypes } from '../../../ground/trust/registration/sign-registration'
import type { JsonObject } from '../../../ground/values/json'

/** What a refusal says that the member must be. */
interface Refusal {
  readonly must: string
}

const option = <Schema extends z.ZodType, Kept = never>(
  one: SessionOption<Schema, unknown, Kept, Refusal>,
): SessionOption<Schema, unknown, Kept, Refusal> => one

/** Marks members of ours in the description of the interface. */
const extension = { 'x-extension': true }

/** `test_root`: all certificates are under the root of the installation. `eu`: an authority, and a list, for each role. */
export const trustFrameworks = ['test_root', 'eu'] as const

/** What the provider of a wallet decided that it does where the European framework leaves it the choice. ARF3-RPRC_21 */
export const walletPolicies = ['warn', 'refuse'] as const

/** What the list that the query names as trusted authority is like. OID4VP-1FINAL-6.1.1.2 */
export const trustedLists = ['listed', 'not_listed', 'bad_signature', 'unreachable', 'list_of_lists'] as const

/** The purpose that a certificate of ours registers where the tester names none. */
export const defaultPurpose = 'Test of this wallet'

/**
 * The members of `POST /openid4vp/sessions` about the European trust framework. A session keeps nothing of one that says
 * what holds without it.
 */
export const trustOptions = {
  trust_framework: option({
    schema: z
      .enum(trustFrameworks)
      .default('test_root')
      .meta({
        description:
          'eu: the request is signed under an access certificate and carries a registration certificate, as European wallets expect.',
        ...extension,
      }),
    keep: (asked): 'eu' | undefined => (asked === 'eu' ? 'eu' : undefined),
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
          'auto: one that fits the request in the framework eu, none otherwise. none, or a compact JWT that is sent as given.',
        ...extension,
      }),
    refusal: {
      code: 'invalid_registration_certificate',
      must: `It must be auto, none, or a compact JWS with JSON claims of at most ${jwtCharactersMax} characters.`,
    },
    keep: (asked): string | undefined => (asked === 'auto' ? undefined : asked),
    form: [{ reading: 'text', again: 'by_page' }],
  }),
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
      .meta({ description: 'How our certificate stands in verifier_info: as it is, or in base64url.', ...extension }),
    keep: (asked): 'base64url' | undefined => (asked === 'base64url' ? asked : undefined),
    form: [{ reading: 'text', only: ['base64url'], again: 'as_kept' }],
  }),
  list_alias: option({
    schema: zListAlias.optional().meta({
      description:
        'A lasting address of lists, 16 to 32 lower-case letters and digits: /trust/a/{alias}/lists/ serves those of the newest live session with it.',
      ...extension,
    }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
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
  /** Absent in sessions that leave the choice to the wallet: it warns. */
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
  access_certificate: option({
    schema: askedOwnAccess.access_certificate.meta({
      description: ownAccessWords.access_certificate,
      ...extension,
    }),
    refusal: ownAccessRefusals.access_certificate,
    keep: (asked): KeptAccessOption | undefined => keptAccessOption(asked),
    form: [
      { name: 'access_chain', inside: 'chain', reading: 'text', again: 'left_out' },
      { name: 'access_key', inside: 'private_key', reading: 'text', again: 'left_out' },
    ],
  }),
  trust_identity: option({
    schema: askedOwnAccess.trust_identity.meta({ description: ownAccessWords.trust_identity, ...extension }),
    refusal: ownAccessRefusals.trust_identity,
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
}
