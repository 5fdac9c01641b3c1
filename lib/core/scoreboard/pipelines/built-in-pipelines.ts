import { issuerConfigurations } from '../../issuer/configurations'
import type { JsonObject } from '../../shared/values/json'

/** The organisation that a fresh installation gets. */
export const builtInOrganization = 'wallet-capture'

/** Incremented with each change to the built-in records. Records of a newer revision are added once. */
export const builtInRevision = 2

/** A pipeline of the service itself, as stored. */
interface BuiltInPipeline {
  readonly id: string
  readonly name: string
  readonly canonified_name: string
  readonly description: string
  readonly definition: JsonObject
  /** The revision of the built-in records that introduced it. */
  readonly since: number
}

/** The last path segment for something with that name. */
export const slugOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')

const path = (name: string): string => `${builtInOrganization}/${name}`

const pidType = 'eu.europa.ec.eudi.pid.1'
const element = (name: string): JsonObject => ({ path: [pidType, name], intent_to_retain: false })

/** What the built-in verifier requests. */
export const useCases = [
  {
    slug: 'pid-sd-jwt',
    name: 'Names and birth date of a PID, as SD-JWT VC (built in)',
    dcql: {
      credentials: [
        {
          id: 'pid_sd_jwt',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }, { path: ['given_name'] }, { path: ['birthdate'] }],
        },
      ],
    },
  },
  {
    slug: 'pid-mdoc',
    name: 'Names and birth date of a PID, as mdoc (built in)',
    dcql: {
      credentials: [
        {
          id: 'pid_mdoc',
          format: 'mso_mdoc',
          meta: { doctype_value: pidType },
          claims: [element('family_name'), element('given_name'), element('birth_date')],
        },
      ],
    },
  },
] as const satisfies readonly { readonly slug: string; readonly name: string; readonly dcql: JsonObject }[]
type UseCase = (typeof useCases)[number]['slug']

const definition = (entities: JsonObject, steps: readonly JsonObject[]): JsonObject => ({
  version: 1,
  runner: 'built_in_wallet',
  wait_seconds: 60,
  entities: { wallet: path('reference-wallet'), ...entities },
  steps: [...steps],
})

/** A step that issues a credential: the issuer's first one, or its first of that format. */
function issuance(issuer: string, { mode = 'credential_offer', format }: { mode?: string; format?: string } = {}) {
  const configurations = issuerConfigurations.find(({ id }) => id === issuer)?.credentialConfigurations ?? []
  const credential = configurations.find((one) => format === undefined || one.format === format)
  return {
    id: 'issue',
    kind: 'issuance',
    session: {
      issuer_configuration_id: issuer,
      flow: 'pre_authorized_code',
      credential_offer_mode: mode,
      ...(format === undefined || credential === undefined ? {} : { credential_configuration_id: credential.id }),
    },
    ...(credential === undefined ? {} : { credential: path(`${issuer}/${slugOf(credential.id)}`) }),
    require: 'all',
  }
}

const presentation = (useCase: UseCase): JsonObject => ({
  id: 'present',
  kind: 'presentation',
  session: { dcql_query: useCases.find(({ slug }) => slug === useCase)?.dcql ?? {} },
  use_case: path(`verifier/${useCase}`),
  require: 'all',
})

const secretProbe: JsonObject = {
  id: 'secret-probe',
  kind: 'custom',
  custom_check: path('secret-probe'),
  runs: 'built_in',
}

const [{ id: issuer }] = issuerConfigurations
const version = { wallet_version: path('reference-wallet/built-in') }

/** Issuance alone, by each issuer, with each kind of offer. */
const issuances = issuerConfigurations.flatMap((configuration) =>
  (['credential_offer', 'credential_offer_uri'] as const).map((mode) => ({
    name: `${configuration.name}, ${mode === 'credential_offer' ? 'offer by value' : 'offer by reference'} (built in)`,
    canonified_name: `${configuration.id}-${mode === 'credential_offer' ? 'by-value' : 'by-reference'}`,
    description: 'The pre-authorized code flow from the offer to the verified credential.',
    definition: definition({}, [issuance(configuration.id, { mode })]),
    since: 1,
  })),
)

/** All of them, in an order that never changes, because their ids count up. */
export const builtInPipelines: readonly BuiltInPipeline[] = [
  ...issuances,
  {
    name: 'PID as SD-JWT VC, issued and presented (built in)',
    canonified_name: 'present-pid-sd-jwt',
    description:
      'The wallet gets a PID as SD-JWT VC and presents names and birth date to the verifier of this service.',
    definition: definition(version, [issuance(issuer, { format: 'dc+sd-jwt' }), presentation('pid-sd-jwt')]),
    since: 2,
  },
  {
    name: 'PID as mdoc, issued and presented (built in)',
    canonified_name: 'present-pid-mdoc',
    description: 'The wallet gets a PID as mdoc and presents names and birth date to the verifier of this service.',
    definition: definition(version, [issuance(issuer, { format: 'mso_mdoc' }), presentation('pid-mdoc')]),
    since: 2,
  },
  {
    name: 'Evidence keeps no secret (built in)',
    canonified_name: 'evidence-keeps-no-secret',
    description:
      'The wallet gets a PID; then its codes, tokens, nonces and proofs are looked for in all that is shown of it.',
    definition: definition(version, [issuance(issuer), secretProbe]),
    since: 2,
  },
  {
    name: 'Smoke campaign (built in)',
    canonified_name: 'smoke-campaign',
    description:
      'Issuance, presentation, the campaign smoke with sessions that are wrong on purpose, and the secret probe.',
    definition: definition(version, [
      issuance(issuer),
      presentation('pid-sd-jwt'),
      { id: 'smoke', kind: 'campaign', campaign: 'smoke' },
      secretProbe,
    ]),
    since: 2,
  },
].map((pipeline, index) => ({ id: `builtinpip000${String(index).padStart(2, '0')}`, ...pipeline }))
