import { z } from 'zod'
import { zLink } from '../execution-memo'
import { runnerTypes } from './runner-types'

/** Words of a text: one line, for names. */
const zLine = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must hold no control characters')

const zOptionalLink = z.union([z.literal(''), zLink])

/** Where a request would be sent, or a page is: ours may be written as a path below this service. */
const zAddress = z.union([
  z.literal(''),
  zLink,
  z
    .string()
    .max(2000)
    .regex(/^\/(?!\/)[\x21-\x7e]*$/),
])

const levelsMax = 32
const dcqlBytesMax = 256 * 1024

const zDcql = z
  .looseObject({})
  .nullable()
  .refine((query) => {
    const text = JSON.stringify(query)
    return new TextEncoder().encode(text).length <= dcqlBytesMax && depthOf(query) <= levelsMax
  }, `must not be longer than ${dcqlBytesMax} bytes, nor nested deeper than ${levelsMax} levels`)

function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  let depth = 0
  while (level.length > 0 && depth <= levelsMax) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    depth += 1
  }
  return depth
}

interface KindOfEntity {
  /** What one is called in sentences, with its article, and many. */
  readonly one: string
  readonly many: string
  /** The member that names its parent, and the kind of that. */
  readonly parent: readonly [member: string, kind: string] | null
  /** Its own members; the first value of each is that of a new one. */
  readonly members: Readonly<
    Record<string, { readonly schema: z.ZodType; readonly otherwise: unknown; readonly label: string }>
  >
  /** False for conformance checks, which everybody may read, and which have neither a description nor a logo. */
  readonly shown: boolean
}

const text = (label: string, schema: z.ZodType = zLine(200)) => ({ schema, otherwise: '', label })

/** Kinds of records that organisations own, by the word in addresses, which is the name of their collection. */
const ownedKinds = {
  wallets: {
    one: 'a wallet',
    many: 'Wallets',
    parent: null,
    members: {
      home_url: text('Home page', zOptionalLink),
      playstore_url: text('Play Store', zOptionalLink),
      appstore_url: text('App Store', zOptionalLink),
    },
    shown: true,
  },
  wallet_versions: {
    one: 'a version of a wallet',
    many: 'Wallet versions',
    parent: ['wallet', 'wallets'],
    members: { tag: text('Tag') },
    shown: true,
  },
  wallet_actions: {
    one: 'an action of a wallet',
    many: 'Wallet actions',
    parent: ['wallet', 'wallets'],
    members: { category: text('Category') },
    shown: true,
  },
  credential_issuers: {
    one: 'an issuer',
    many: 'Issuers',
    parent: null,
    members: { url: text('Address', zAddress) },
    shown: true,
  },
  credentials: {
    one: 'a credential',
    many: 'Credentials',
    parent: ['credential_issuer', 'credential_issuers'],
    members: {
      format: text('Format', zLine(100)),
      display_name: text('Display name'),
      credential_configuration_id: text('Credential configuration'),
    },
    shown: true,
  },
  verifiers: {
    one: 'a verifier',
    many: 'Verifiers',
    parent: null,
    members: { url: text('Address', zAddress) },
    shown: true,
  },
  use_cases_verifications: {
    one: 'a use case',
    many: 'Use cases',
    parent: ['verifier', 'verifiers'],
    members: { dcql: { schema: zDcql, otherwise: null, label: 'DCQL query' } },
    shown: true,
  },
  custom_checks: {
    one: 'a custom integration',
    many: 'Custom integrations',
    parent: null,
    members: { homepage: text('Home page', zOptionalLink), repository: text('Repository', zOptionalLink) },
    shown: true,
  },
  mobile_runners: {
    one: 'a runner',
    many: 'Runners',
    parent: null,
    members: { type: { schema: z.enum(runnerTypes), otherwise: undefined, label: 'Type' } },
    shown: true,
  },
  conformance_checks: {
    one: 'a conformance check',
    many: 'Conformance checks',
    parent: null,
    members: { suite_title: text('Suite', zLine(300)), url: text('Address', zOptionalLink) },
    shown: false,
  },
} as const satisfies Readonly<Record<string, KindOfEntity>>

export type OwnedKind = keyof typeof ownedKinds
export const ownedKindNames = Object.keys(ownedKinds) as OwnedKind[]

/** What a kind is like, without its name in the type. */
export const kindFacts = (kind: OwnedKind): KindOfEntity => ownedKinds[kind]

export const isOwnedKind = (word: string): word is OwnedKind => Object.hasOwn(ownedKinds, word)

/** How many records of all kinds an organisation may have. */
export const entitiesMax = 5000

/** Page size of their lists. */
export const entitiesPerPageMax = 100
