import { z } from 'zod'
import { jwtCharactersMax } from '../../shared/jose/jwt'
import {
  readRegistration,
  registrationEncodings,
  registrationTypes,
} from '../../shared/trust/registration/registration'
import { zListAlias } from './list-alias'
import { askedOwnAccess, type KeptAccessOption, keptAccessOption, ownAccessRefusals } from './own-access-options'
import { optionsWith } from './session-option'

/** The rule stated in a refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks our extension members in the OpenAPI document. */
const extension = { 'x-extension': true }

/** `test_root`: all certificates are under the installation's root. `eu`: an authority and a list per role. */
export const trustFrameworks = ['test_root', 'eu'] as const

/** Texts that differ between issuer and verifier. */
interface TrustWords<Again extends 'as_kept' | 'by_page'> {
  /** Meaning of the framework `eu`. */
  readonly framework: string
  /** Meaning of `auto`, and how a tester's certificate is used. */
  readonly registration: string
  /** Where our certificate is sent. */
  readonly where: string
  /** What a tester's access certificate signs. */
  readonly signs: string
  /** How "Run again" supplies a tester's certificate. */
  readonly again: Again
}

/**
 * Session request members about the European trust framework, for issuer and verifier. Default values are not stored.
 */
export const trustOptionsOf = <Again extends 'as_kept' | 'by_page'>(words: TrustWords<Again>) => ({
  trust_framework: option({
    schema: z
      .enum(trustFrameworks)
      .default('test_root')
      .meta({ description: words.framework, ...extension }),
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
      .meta({ description: words.registration, ...extension }),
    refusal: {
      code: 'invalid_registration_certificate',
      must: `It must be auto, none, or a compact JWS with JSON claims of at most ${jwtCharactersMax} characters.`,
    },
    sealed: [[]],
    keep: (asked): string | undefined => (asked === 'auto' ? undefined : asked),
    form: [{ reading: 'text', again: words.again }],
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
      .meta({
        description: `How our certificate stands in ${words.where}: as it is, or in base64url.`,
        ...extension,
      }),
    keep: (asked): 'base64url' | undefined => (asked === 'base64url' ? asked : undefined),
    form: [{ reading: 'text', only: ['base64url'], again: 'as_kept' }],
  }),
  list_alias: option({
    schema: zListAlias.optional().meta({
      description:
        'A lasting address of lists, 16 to 32 lower-case letters and digits: /trust/a/{alias}/lists/ serves those of the newest live session with it. Where an operator token is set, one that was used with it is joined with it only, and leads to no session from before.',
      ...extension,
    }),
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
  access_certificate: option({
    schema: askedOwnAccess.access_certificate.meta({
      description: `An access certificate of your own: chain (PEM of 1 to 10 certificates, leaf first) and private_key (P-256, PKCS#8 PEM or JWK). Signs ${words.signs}; the key is sealed, shown nowhere, and deleted a day after it.`,
      ...extension,
    }),
    refusal: ownAccessRefusals.access_certificate,
    sealed: [['chain'], ['private_key']],
    keep: (asked): KeptAccessOption | undefined => keptAccessOption(asked),
    form: [
      { name: 'access_chain', inside: 'chain', reading: 'text', again: 'left_out' },
      { name: 'access_key', inside: 'private_key', reading: 'text', again: 'left_out' },
    ],
  }),
  trust_identity: option({
    schema: askedOwnAccess.trust_identity.meta({
      description:
        'The name of an access certificate that the operator keeps in trust/identities/ of the data directory.',
      ...extension,
    }),
    refusal: ownAccessRefusals.trust_identity,
    keep: (asked): string | undefined => asked,
    form: [{ reading: 'text', again: 'as_kept' }],
  }),
})

/**
 * Why a test does not work with another registrar's registration certificate, and what to do instead.
 * @param runnable ids of tests that do work
 * @param fromIdentity it belongs to an installed access certificate; otherwise the request sent it
 */
export const registrarNeeded = (runnable: readonly string[], fromIdentity: boolean): string => {
  const [last = '', ...others] = [...runnable].reverse()
  const named = [...others.reverse().map((id) => `${id},`), `or ${last}`].join(' ')
  const ours = fromIdentity
    ? 'name an access certificate that has no registration certificate of its own'
    : 'leave registration_certificate out for one of ours'
  return `It needs a registration certificate that our registrar signs, and this one is of another registrar: ${ours}, or choose ${named}.`
}
