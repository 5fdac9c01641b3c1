import { groupName, type Protocol, protocolOf } from '@/lib/core/engine/checks/check-groups'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { checkRegistry } from '@/lib/core/wings'

/** A record to create, with its collection. */
type SeedRecord = readonly [collection: string, members: Readonly<Record<string, unknown>>]

/** The organisation that a fresh installation gets. If it exists, the installation is not fresh. */
const builtInOrganization = 'wallet-capture'
const organization = 'builtinorg00001'
const wallet = 'builtinwallet01'

const id = (kind: string, index: number): string => `builtin${kind}`.padEnd(13, '0') + String(index).padStart(2, '0')

/** All built-in records, named as such: the reference wallet, our issuers, runners, and the pipelines that use them. */
export function builtInRecords(): SeedRecord[] {
  const owned = { owner: organization, published: true }
  return [
    [
      'organizations',
      {
        id: organization,
        name: 'Wallet Capture (built in)',
        canonified_name: builtInOrganization,
        namespace_state: 'pending',
      },
    ],
    [
      'wallets',
      {
        id: wallet,
        ...owned,
        name: 'Reference wallet (built in)',
        canonified_name: 'reference-wallet',
        description: 'The wallet included with this service; run it with npm run wallet.',
      },
    ],
    ...runners.map(
      ({ type, ...names }, index): SeedRecord => ['mobile_runners', { id: id('run', index), ...owned, ...names, type }],
    ),
    ...issuers(owned),
    ...pipelines.map(
      ({ session, ...names }, index): SeedRecord => [
        'pipelines',
        // Their runs contain only test data, so the public scoreboard links to the evidence of their sessions.
        { id: id('pip', index), ...owned, ...names, evidence_public: true, definition: definitionOf(session) },
      ],
    ),
  ]
}

/** Suites of the catalogue, by protocol. */
const suites: Readonly<Record<Protocol, string>> = { vci: 'openid4vci/1.0', vp: 'openid4vp/1.0' }

/** The catalogue of checks, which grows with every version. */
export const builtInChecks = (): SeedRecord[] =>
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

const issuers = (owned: Readonly<Record<string, unknown>>): SeedRecord[] =>
  issuerConfigurations.flatMap((configuration, index): SeedRecord[] => [
    [
      'credential_issuers',
      {
        id: id('iss', index),
        ...owned,
        name: `${configuration.name} (built in)`,
        canonified_name: configuration.id,
        description: configuration.description,
        url: `/issuers/${configuration.id}`,
      },
    ],
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
      ],
    ),
  ])

const slugOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

interface SessionRequest {
  readonly issuer_configuration_id: string
  readonly flow: string
  readonly credential_offer_mode: string
}

const pipelines: readonly { name: string; canonified_name: string; description: string; session: SessionRequest }[] =
  issuerConfigurations.flatMap((configuration) =>
    (['credential_offer', 'credential_offer_uri'] as const).map((mode) => ({
      name: `${configuration.name}, ${mode === 'credential_offer' ? 'offer by value' : 'offer by reference'} (built in)`,
      canonified_name: `${configuration.id}-${mode === 'credential_offer' ? 'by-value' : 'by-reference'}`,
      description: 'The pre-authorized code flow from the offer to the verified credential.',
      session: {
        issuer_configuration_id: configuration.id,
        flow: 'pre_authorized_code',
        credential_offer_mode: mode,
      },
    })),
  )

function definitionOf(session: SessionRequest) {
  const [configuration] = issuerConfigurations.filter(({ id }) => id === session.issuer_configuration_id)
  const issuer = `${builtInOrganization}/${session.issuer_configuration_id}`
  const [credential] = configuration?.credentialConfigurations ?? []
  return {
    version: 1,
    runner: 'built_in_wallet',
    wait_seconds: 60,
    entities: { wallet: `${builtInOrganization}/reference-wallet` },
    steps: [
      {
        id: 'issue',
        kind: 'issuance',
        session,
        ...(credential === undefined ? {} : { credential: `${issuer}/${slugOf(credential.id)}` }),
        require: 'all',
      },
    ],
  }
}
