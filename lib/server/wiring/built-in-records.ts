import { groupName, type Protocol, protocolOf } from '@/lib/core/engine/checks/check-groups'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { checkRegistry } from '@/lib/core/issuer-and-verifier'
import {
  builtInOrganization,
  builtInPipelines,
  slugOf,
  useCases,
} from '@/lib/core/scoreboard/pipelines/built-in-pipelines'

/**
 * A record to create, with its collection, the revision that brought it, and the relation that owns it, with the collection of
 * that: `null` for the organisation.
 */
type SeedRecord = readonly [
  collection: string,
  members: Readonly<Record<string, unknown>>,
  since: number,
  owner: readonly [relation: string, collection: string] | null,
]

const organization = 'builtinorg00001'
const wallet = 'builtinwallet01'
const verifier = 'builtinverify01'
const ofOrganization = ['owner', 'organizations'] as const

const id = (kind: string, index: number): string => `builtin${kind}`.padEnd(13, '0') + String(index).padStart(2, '0')

/**
 * All built-in records, named as such: the reference wallet, our issuers and our verifier, runners, and the pipelines that use
 * them. An installation gets those of each revision once, so that what somebody deleted stays deleted.
 */
export function builtInRecords(): SeedRecord[] {
  const owned = { owner: organization, published: true }
  const own = (collection: string, members: object, since = 1): SeedRecord => [
    collection,
    { ...owned, ...members },
    since,
    ofOrganization,
  ]
  return [
    [
      'organizations',
      {
        id: organization,
        name: 'Wallet Capture (built in)',
        canonified_name: builtInOrganization,
        namespace_state: 'pending',
      },
      1,
      null,
    ],
    own('wallets', {
      id: wallet,
      name: 'Reference wallet (built in)',
      canonified_name: 'reference-wallet',
      description: 'The wallet included with this service; run it with npm run wallet.',
    }),
    [
      'wallet_versions',
      {
        id: id('ver', 0),
        wallet,
        published: true,
        name: 'As built into this service',
        canonified_name: 'built-in',
        tag: 'built in',
      },
      2,
      ['wallet', 'wallets'],
    ],
    ...runners.map((runner, index) => own('mobile_runners', { id: id('run', index), ...runner })),
    ...issuers(own),
    own(
      'verifiers',
      {
        id: verifier,
        name: 'This service (built in)',
        canonified_name: 'verifier',
        description: 'The verifier of this service, which judges what a wallet presents.',
        url: '/',
      },
      2,
    ),
    ...useCases.map(
      ({ slug, name, dcql }, index): SeedRecord => [
        'use_cases_verifications',
        { id: id('use', index), verifier, published: true, name, canonified_name: slug, dcql },
        2,
        ['verifier', 'verifiers'],
      ],
    ),
    own(
      'custom_checks',
      {
        id: id('chk', 0),
        name: 'Secret probe (built in)',
        canonified_name: 'secret-probe',
        description:
          'Looks for the codes, tokens, nonces and proofs of the reference wallet in what this service shows of its sessions.',
      },
      2,
    ),
    // Their runs contain only test data, so the public scoreboard links to the evidence of their sessions.
    ...builtInPipelines.map(({ since, ...pipeline }) =>
      own('pipelines', { ...pipeline, evidence_public: true }, since),
    ),
  ]
}

/** Suites of the catalogue, by protocol. */
const suites: Readonly<Record<Protocol, string>> = { vci: 'openid4vci/1.0', vp: 'openid4vp/1.0' }

/** The catalogue of checks, which grows with every version. */
export const builtInChecks = (): [string, Readonly<Record<string, unknown>>][] =>
  checkRegistry.map(({ id, title, group }) => {
    const name = groupName(group)
    const path = `${suites[protocolOf(group)]}/${name}/${id}`
    return ['conformance_checks', { path, title, suite_title: name, url: `/checks/${id}`, source: 'built_in' }]
  })

const runners = [
  { type: 'built_in_wallet', canonified_name: 'built-in-wallet', name: 'Reference wallet, in this service (built in)' },
  { type: 'real_wallet_qr', canonified_name: 'wallet-by-qr-code', name: 'A real wallet, by QR code (built in)' },
  { type: 'external_ci', canonified_name: 'external-ci', name: 'A CI of your own (built in)' },
]

const issuers = (own: (collection: string, members: object) => SeedRecord): SeedRecord[] =>
  issuerConfigurations.flatMap((configuration, index): SeedRecord[] => [
    own('credential_issuers', {
      id: id('iss', index),
      name: `${configuration.name} (built in)`,
      canonified_name: configuration.id,
      description: configuration.description,
      url: `/issuers/${configuration.id}`,
    }),
    ...configuration.credentialConfigurations.map(
      (credential, place): SeedRecord => [
        'credentials',
        {
          id: id('cre', index * 10 + place),
          published: true,
          credential_issuer: id('iss', index),
          name: credential.name.en,
          canonified_name: slugOf(credential.id),
          format: credential.format,
          credential_configuration_id: credential.id,
        },
        1,
        ['credential_issuer', 'credential_issuers'],
      ],
    ),
  ])
