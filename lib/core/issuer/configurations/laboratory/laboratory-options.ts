import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { isSameJson, type JsonObject } from '../../../shared/values/json'
import { jsonBytes } from '../../../shared/values/json-bytes'
import { credentialOptions, reusePolicyOptions, typeOptions, validityOptions } from './credential-options'
import { type KeptLaboratoryOptions, type LaboratoryOption, laboratoryOption } from './laboratory-option'
import { responseClaimsBytesMax, responseClaimsMax } from './own-claims'
import {
  certificateOptions,
  clientAttestationOptions,
  encryptionOptions,
  metadataOptions,
  nonceOptions,
  proofOptions,
  pushedRequestOptions,
  refreshOptions,
  tokenOptions,
} from './protocol-options'
import { scopeOptions } from './scope-names'
import { zStatusListView } from './status-lists'
import { statusOptions } from './status-options'
import { zWalletUnitView } from './wallet-unit-lists'
import { walletUnitOptions } from './wallet-unit-options'

const daySeconds = 86_400

const lifetimeOptions = {
  lifetime_seconds: laboratoryOption({
    schema: z
      .int()
      .min(60)
      .max(30 * daySeconds),
    byDefault: daySeconds,
    description: 'Seconds that the issuer is served.',
  }),
}

/** Use of `credential_identifiers` between token and credential request. OID4VCI-1FINAL-3.3.4 */
const identifierOptions = {
  credential_identifiers: laboratoryOption({
    schema: z.enum(['on_request', 'always', 'never']),
    byDefault: 'on_request',
    shared: 'never',
    description:
      'Whether the token response gives credential_identifiers: to wallets that used authorization_details, to all, or to none, ' +
      'for wallets that send authorization_details and then a credential_configuration_id. OpenID4VCI 1.0 section 6.2',
  }),
  datasets: laboratoryOption({
    schema: z.int().min(1).max(4),
    byDefault: 1,
    description:
      'How many credential_identifiers are given, each for a credential with other values. OpenID4VCI 1.0 section 6.2',
  }),
  scopes: laboratoryOption({
    schema: z.boolean(),
    byDefault: true,
    description:
      'Whether each credential configuration has a scope; without it, wallets ask for the credential with authorization_details. ' +
      'OpenID4VCI 1.0 section 12.2.4',
  }),
  ...scopeOptions,
}

/** Deferred issuance. OID4VCI-1FINAL-9 */
const deferredOptions = {
  deferred: laboratoryOption({
    schema: z
      .strictObject({
        interval: z.int().min(1).max(3600).default(5),
        pending: z.int().min(0).max(20).default(1),
        outcome: z.enum(['issue', 'deny', 'lose']).default('issue'),
      })
      .nullable(),
    byDefault: null,
    description:
      'Credentials are issued later: how many seconds the wallet has to wait between two deferred credential requests, how ' +
      'many of them are told to wait, and whether the next one is then issued, denied, or told that its transaction_id is ' +
      'not known. OpenID4VCI 1.0 section 9',
  }),
}

const sizeMax = 100

/** Batch issuance. */
const batchOptions = {
  batch: laboratoryOption({
    schema: z
      .strictObject({
        size: z.int().min(2).max(sizeMax).default(10),
        order: z.enum(['proofs', 'reversed']).default('proofs'),
        issue: z.int().min(1).max(sizeMax).optional(),
      })
      .overwrite(({ issue, ...batch }) => ({ ...batch, issue: issue ?? batch.size }))
      .nullable(),
    byDefault: null,
    description:
      'Several credentials for one request: how many proofs it may have, in which order the credentials come, and how many of them. ' +
      `Of types of your own they hold at most ${responseClaimsMax} claims together, members and elements inside them counted, and ${responseClaimsBytesMax} bytes of JSON. OpenID4VCI 1.0 section 12.2.4`,
  }),
}

declare module '../../../shared/ports/laboratory' {
  interface LaboratoryOptions extends KeptLaboratoryOptions<typeof laboratoryOptions> {}
}

/** In the order in which illegal values are reported. */
const laboratoryOptions = {
  ...lifetimeOptions,
  ...credentialOptions,
  ...typeOptions,
  ...metadataOptions,
  ...pushedRequestOptions,
  ...nonceOptions,
  ...proofOptions,
  ...identifierOptions,
  ...tokenOptions,
  ...deferredOptions,
  ...batchOptions,
  ...encryptionOptions,
  ...refreshOptions,
  ...reusePolicyOptions,
  ...validityOptions,
  ...certificateOptions,
  ...statusOptions,
  ...clientAttestationOptions,
  ...walletUnitOptions,
}

/** Maximum size of all options as JSON. */
const optionsBytesMax = 64 * 1024

type Options = typeof laboratoryOptions

/** The options grouped by subject, for pages. */
export const laboratoryOptionGroups: readonly {
  readonly title: string
  readonly options: Readonly<Record<string, LaboratoryOption<z.ZodType>>>
}[] = [
  { title: 'Lifetime', options: lifetimeOptions },
  { title: 'Metadata', options: { ...metadataOptions, ...pushedRequestOptions } },
  {
    title: 'Nonces and tokens',
    options: { ...nonceOptions, ...identifierOptions, ...tokenOptions, ...refreshOptions },
  },
  {
    title: 'Issuance',
    options: { ...proofOptions, ...deferredOptions, ...batchOptions, ...encryptionOptions, ...reusePolicyOptions },
  },
  {
    title: 'Credentials',
    options: { ...credentialOptions, ...typeOptions, ...validityOptions, ...certificateOptions },
  },
  { title: 'Status', options: statusOptions },
  { title: 'Client attestation', options: clientAttestationOptions },
  { title: 'Wallet unit', options: walletUnitOptions },
]

const eachOption = <Value>(value: (option: Options[keyof Options], name: string) => Value) =>
  Object.fromEntries(Object.entries(laboratoryOptions).map(([name, option]) => [name, value(option, name)]))

/**
 * All laboratory options. Unlike the rest of the body it rejects unknown members, because a mistyped option would test
 * nothing.
 */
export const zLaboratoryOptions = z
  .strictObject(
    eachOption(({ schema, description, byDefault }) =>
      // Defaults inside an object apply to the completed form only.
      schema.optional().meta({ description, default: byDefault }),
    ) as { [Name in keyof Options]: z.ZodOptional<Options[Name]['schema']> },
  )
  .refine((asked) => jsonBytes(asked) <= optionsBytesMax, {
    message: `must be at most ${optionsBytesMax} bytes of JSON`,
  })

const defaults = eachOption(({ byDefault }) => byDefault) as unknown as LaboratoryOptions

/** Options of the shared issuers. */
export const sharedBehaviour = eachOption((option) =>
  'shared' in option ? option.shared : option.byDefault,
) as unknown as LaboratoryOptions

/** Fills in defaults for what a request, or a row of an older version, leaves out. */
export const completeLaboratory = (asked: z.output<typeof zLaboratoryOptions>): LaboratoryOptions => ({
  ...defaults,
  // JSON has no undefined members.
  ...(asked as Partial<LaboratoryOptions>),
})

/** Options that differ from the defaults; claims of own credentials are left out. */
export const chosenOptions = ({ credentials: _, ...options }: LaboratoryOptions): JsonObject =>
  Object.fromEntries(
    Object.entries(options as JsonObject).filter(
      ([name, value]) => !isSameJson(value, (defaults as unknown as JsonObject)[name]),
    ),
  )

/** A laboratory in the read-back of its session. */
export const zLaboratoryView = z.object({
  id: z.string(),
  identifier: z.url(),
  until: z.iso.datetime(),
  options: z.object(eachOption(({ schema }) => schema) as { [Name in keyof Options]: Options[Name]['schema'] }),
  certificates: z.object({
    credential: z.array(z.string()),
    mdoc: z.array(z.string()),
    root: z.string().optional(),
    access: z.array(z.string()).optional(),
    mdoc_root: z.string().optional(),
  }),
  lists: z.array(zStatusListView).meta({ description: 'Its status lists with what they say of issued credentials.' }),
  wallet_unit: zWalletUnitView
    .nullable()
    .meta({ description: 'What it knows of the wallet unit; null without the option wallet_unit.' }),
})
