import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { type Contradiction, laboratoryOption } from './laboratory-option'

/** Attack potential resistance. OID4VCI-1FINALA-D.2 */
export const resistances = [
  'iso_18045_high',
  'iso_18045_moderate',
  'iso_18045_enhanced-basic',
  'iso_18045_basic',
] as const

/** A year of 365 days. */
const periodMaxSeconds = 31_536_000

const period = (description: string) =>
  z.int().min(0).max(periodMaxSeconds).nullable().default(null).meta({ description })

const levels = (description: string) =>
  z
    .array(z.enum(resistances))
    .min(1)
    .max(resistances.length)
    .refine((values) => new Set(values).size === values.length, 'must name each level once')
    .nullable()
    .default(null)
    .meta({ description })

/** What a laboratory asks of wallet and key attestations of the European framework. TS3-2 */
export const walletUnitOptions = {
  wallet_unit: laboratoryOption({
    schema: z
      .strictObject({
        demand: z.enum(['none', 'ts3']).default('none').meta({
          description: 'With ts3 it refuses attestations that lack what TS3 requires; otherwise they get findings.',
        }),
        iss: z.enum(['free', 'required']).default('free').meta({
          description: 'With required it refuses a wallet attestation without iss also where it looks like one of TS3.',
        }),
        dpop_key: z.enum(['free', 'attested']).default('free').meta({
          description:
            'With attested the DPoP key has to be the key in cnf of the wallet attestation, as TS3 1.5.1 had it.',
        }),
        client_status_period: period(
          'Seconds for which the status of the wallet unit is to be kept: preferred_client_status_period of the metadata.',
        ),
        key_storage_status_period: period(
          'The same of the key storage: preferred_key_storage_status_period in key_attestations_required.',
        ),
        key_storage: levels('The key_storage that it asks for, one of which a key attestation has to have.'),
        user_authentication: levels('The user_authentication that it asks for, likewise.'),
        check_status: z
          .boolean()
          .default(false)
          .meta({
            description:
              'Whether it reads the status of unit and key storage before each token and credential, and refuses revoked ones. ' +
              'It reads lists of other hosts only with the setting FETCH_STATUS_LISTS.',
          }),
        recheck_seconds: z
          .int()
          .min(10)
          .max(86_400)
          .nullable()
          .default(null)
          .meta({
            description:
              'Seconds after which it reads its own lists again, and revokes the credentials of a revoked unit; needs status and check_status. ' +
              'Lists of other hosts it reads when the wallet asks for something.',
          }),
      })
      .nullable(),
    byDefault: null,
    description:
      'What it asks of attestations of a wallet unit and its key storage, and whether it reads their status. Members other than ' +
      'iss need trust_framework eu, where an empty object is the default. TS3 sections 2.2 to 2.4',
  }),
}

type WalletUnit = NonNullable<LaboratoryOptions['wallet_unit']>

type Member = keyof WalletUnit

/** Members that only key attestations can answer. */
const aboutKeys = [
  'key_storage_status_period',
  'key_storage',
  'user_authentication',
] as const satisfies readonly Member[]

/** Members that belong to the European framework. */
const ofFramework = [
  'demand',
  'dpop_key',
  'client_status_period',
  ...aboutKeys,
  'check_status',
  'recheck_seconds',
] as const satisfies readonly Member[]

const atRest: Readonly<Record<Member, unknown>> = walletUnitOptions.wallet_unit.schema.parse({}) as WalletUnit

/** The first of these members that is not at its default. */
const firstAsked = <Name extends Member>({ wallet_unit: unit }: LaboratoryOptions, among: readonly Name[]) =>
  unit === null ? undefined : among.find((name) => unit[name] !== atRest[name])

const pointer = (name: Member | undefined) => `/laboratory/wallet_unit${name === undefined ? '' : `/${name}`}`

const requiresIss = ({ wallet_unit: unit }: LaboratoryOptions) => unit?.iss === 'required'

const rechecks = ({ wallet_unit: unit }: LaboratoryOptions) => typeof unit?.recheck_seconds === 'number'

export const walletUnitContradictions: readonly Contradiction[] = [
  {
    members: [pointer('iss'), '/trust_framework'],
    says: 'Attestations of the European framework have no iss.',
    holds: (options, { trust_framework: framework }) => requiresIss(options) && framework === 'eu',
  },
  {
    members: [pointer('iss'), '/laboratory/client_attestation/drafts'],
    says: 'From draft 08 on a client attestation needs no iss.',
    holds: (options) =>
      requiresIss(options) && options.client_attestation.drafts.some((draft) => draft === '08' || draft === '10'),
  },
  {
    members: (options) => [pointer(firstAsked(options, ofFramework)), '/trust_framework'],
    says: 'Attestations of a wallet unit and its key storage are those of the European framework.',
    holds: (options, { trust_framework: framework }) =>
      framework !== 'eu' && firstAsked(options, ofFramework) !== undefined,
  },
  {
    members: (options) => [pointer(firstAsked(options, aboutKeys)), '/issuer_configuration_id'],
    says: 'The issuer eu-pid-jwt-proof-only asks for no key attestations.',
    holds: (options, { issuer_configuration_id: base }) =>
      base === 'eu-pid-jwt-proof-only' && firstAsked(options, aboutKeys) !== undefined,
  },
  {
    members: (options) => [pointer(firstAsked(options, aboutKeys)), '/laboratory/key_attestations'],
    says: 'An issuer that requires no key attestations asks nothing of them.',
    holds: (options) => options.key_attestations === 'not_required' && firstAsked(options, aboutKeys) !== undefined,
  },
  {
    members: [pointer('recheck_seconds'), '/laboratory/status'],
    says: 'Without a status list no credential can be revoked.',
    holds: (options) => rechecks(options) && options.status === null,
  },
  {
    members: [pointer('recheck_seconds'), pointer('check_status')],
    says: 'What is read again is read before the token at first.',
    holds: (options) => rechecks(options) && options.wallet_unit?.check_status !== true,
  },
]

/** Periods for which an issuer asks that statuses be kept, as in its metadata; without those it does not ask for. TS3-2.4 */
export const preferredPeriods = ({ wallet_unit: unit }: Pick<LaboratoryOptions, 'wallet_unit'>) => ({
  client: unit?.client_status_period ?? null,
  keyStorage: unit?.key_storage_status_period ?? null,
})

/** Levels in `key_attestations_required`: those of the laboratory, else of the installation. OID4VCI-1FINAL-12.2.4 */
export const attestationLevels = (
  { wallet_unit: unit }: Pick<LaboratoryOptions, 'wallet_unit'>,
  installation: { readonly keyStorageLevels: readonly string[]; readonly userAuthLevels: readonly string[] },
): { readonly keyStorageLevels: readonly string[]; readonly userAuthLevels: readonly string[] } => ({
  keyStorageLevels: unit?.key_storage ?? installation.keyStorageLevels,
  userAuthLevels: unit?.user_authentication ?? installation.userAuthLevels,
})
