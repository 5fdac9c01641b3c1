import type { JsonObject } from '@/lib/core/shared/values/json'
import { contractEntry, type OperationId, operationIds } from '../contract'
import { type ContractEntry, type InterfaceSettings, pathsOf } from '../contract-entry'
import { atDoor } from '../door'
import { contentOf, responsesOf } from './answers'
import type { Content, OpenApiDocument, Operation, PathItem } from './document'
import { parametersOf } from './parameters'
import { createSchemaCollection, type SchemaCollection } from './schemas'

const description =
  'An issuer for digital identity wallets that records every exchange as evidence and judges it check by check. ' +
  'Anything marked x-extension is our own and not part of the required interface. GET paths also support HEAD, ' +
  'except for the offer and the browser redirects, where a GET advances the flow. ' +
  'Every refusal has the body Error; the check that decided is named in error_uri.'

/** Settings of a fresh installation. */
const usual: InterfaceSettings = { parRequireDpop: true }

/**
 * The OpenAPI 3.1.0 description of the interface, generated from the contract that routes and responses must follow.
 * Without
 * `settings` it describes a fresh installation.
 */
export function buildOpenApi(settings: InterfaceSettings = usual): OpenApiDocument {
  const schemas = createSchemaCollection()
  // Responses first: request schemas get a different name if they differ.
  for (const operation of operationIds) responsesOf(contractEntry(operation), schemas)
  const paths = new Map<string, PathItem>()
  for (const operation of operationIds) {
    const entry = contractEntry(operation)
    const method = entry.method.toLowerCase()
    const { path } = entry
    paths.set(path, { ...paths.get(path), [method]: operationOf(operation, entry, schemas, settings) })
    const replies = { ...entry.replies, ...entry.labReplies }
    const request = entry.labRequest ?? entry.request
    for (const at of pathsOf(entry).slice(1)) {
      const ofLab = { ...entry, ...(request ? { request } : {}), path: at, replies, extension: true as const }
      const own = at === entry.doorPath ? atDoor(entry, at) : ofLab
      const described = operationOf(`${operation}${ofLaboratory(at)}`, own, schemas, settings)
      paths.set(at, {
        ...paths.get(at),
        [method]: { ...described, tags: [at.startsWith('/d/') ? tagOf(entry) : 'Laboratory'] },
      })
    }
    if (entry.slashedPath !== undefined) {
      const own = { ...entry, path: entry.slashedPath, extension: true as const }
      paths.set(entry.slashedPath, { [method]: operationOf(`${operation}AtSlash`, own, schemas, settings) })
    }
  }
  const used = new Set<TagName>([...operationIds.map((operation) => tagOf(contractEntry(operation))), 'Laboratory'])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wallet Capture',
      version: '1.0.0',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths: Object.fromEntries(paths),
    components: { schemas: schemas.named(), securitySchemes },
  }
}

type OfLaboratory = 'AtDoor' | 'OfLaboratory' | 'OfSecondServer' | 'OfDeadServer' | 'AtSecondAddress'

/** Suffix of an operation id at a further address: of a laboratory, or of a workbench. */
export const ofLaboratory = (path: string): OfLaboratory => {
  if (path.startsWith('/d/')) return 'AtDoor'
  if (path.endsWith('/gone')) return 'OfDeadServer'
  if (path.includes('/v2/')) return 'AtSecondAddress'
  return /\/as(\/|$)/.test(path) ? 'OfSecondServer' : 'OfLaboratory'
}

const securitySchemes: JsonObject = {
  dpop: {
    type: 'http',
    scheme: 'DPoP',
    description: 'Access token bound to a DPoP key, with a proof for each request (RFC 9449, section 7).',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'Operator token; needed only where the installation has one set.',
  },
  adminKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The admin key of the installation.' },
  adminKeyOfPeer: {
    type: 'apiKey',
    in: 'header',
    name: 'Credimi-Api-Key',
    description: 'The same key under the header name that programs of the Credimi platform use.',
  },
  adminBearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
  organizationKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description:
      'A key of an organisation, for what belongs to that organisation. x-scope of an operation names what it must be allowed.',
  },
  organizationKeyOfPeer: {
    type: 'apiKey',
    in: 'header',
    name: 'Credimi-Api-Key',
    description: 'The same key under the header name that programs of the Credimi platform use.',
  },
  organizationBearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
  publishToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A publish token, which the operator makes for one organisation and its slugs.',
  },
  operatorPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'The operator token as password, for browsers; the name does not matter.',
  },
}

/** An empty requirement means that nothing needs to be sent: an installation may have no operator token. */
const securityOf: Readonly<Record<ContractEntry['auth'], readonly JsonObject[]>> = {
  none: [],
  dpop: [{ dpop: [] }],
  admin: [{ adminKey: [] }, { adminKeyOfPeer: [] }, { adminBearer: [] }],
  organization: [
    ...['adminKey', 'adminKeyOfPeer', 'adminBearer'],
    ...['organizationKey', 'organizationKeyOfPeer', 'organizationBearer'],
  ].map((name) => ({ [name]: [] })),
  operator: [{}, { operator: [] }, { operatorPassword: [] }],
  publisher: [{ publishToken: [] }, { adminKey: [] }, { adminKeyOfPeer: [] }],
}

/** The operation id, with a suffix for each further path. */
type OperationName = OperationId | `${OperationId}${OfLaboratory | 'AtSlash'}`

function operationOf(
  operationId: OperationName,
  entry: ContractEntry,
  schemas: SchemaCollection,
  settings: InterfaceSettings,
): Operation {
  const parameters = parametersOf(entry, settings)
  const security = securityOf[entry.auth]
  return {
    operationId,
    tags: [tagOf(entry)],
    summary: entry.summary,
    ...(entry.extension === undefined ? {} : { 'x-extension': entry.extension }),
    ...(security.length === 0 ? {} : { security }),
    ...(entry.scope === undefined || entry.scope === 'any' ? {} : { 'x-scope': entry.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(entry.request === undefined
      ? {}
      : {
          requestBody: {
            required: entry.bodyOptional !== true,
            content: withBodies(contentOf(entry.request, schemas.sent), entry),
          },
        }),
    responses: responsesOf(entry, schemas),
  }
}

const withBodies = (content: Content, { bodies }: Pick<ContractEntry, 'bodies'>): Content =>
  bodies === undefined
    ? content
    : Object.fromEntries(
        Object.entries(content).map(([type, one]) => [
          type,
          type === 'application/json' ? { ...one, examples: bodies } : one,
        ]),
      )

/** Groups of the document, in reading order. */
const tags = [
  {
    name: 'Sessions',
    description: 'What a tester calls: start a session, read its evidence, its verdict, its report.',
  },
  {
    name: 'Campaigns',
    description: 'Many sessions for one wallet, one after the other, and one report of them all.',
  },
  { name: 'Metadata', description: 'Documents and keys that a wallet reads before its first request.' },
  { name: 'Issuance', description: 'What a wallet and its browser call to get a credential (OpenID4VCI 1.0).' },
  { name: 'Presentation', description: 'What a wallet and its browser call to present one (OpenID4VP 1.0).' },
  {
    name: 'Laboratory',
    description: 'The same addresses under an issuer that belongs to one session: POST /sessions with laboratory.',
  },
  { name: 'Authorization', description: 'The auto-approving authorization server behind each issuer.' },
  {
    name: 'Scoreboard',
    description: 'Statistics of wallet test pipelines: aggregation for admins, records for everyone.',
  },
  {
    name: 'Trust',
    description: 'The European trust framework as this installation plays it: anchors, lists, revocation. Test data.',
  },
  { name: 'Service', description: 'The service itself: health, test root, API description, checks.' },
] as const

type TagName = (typeof tags)[number]['name']

/** The group of an operation. */
function tagOf({ path, area }: Pick<ContractEntry, 'path' | 'area'>): TagName {
  if (path.startsWith('/openid4vp/')) return area === 'tester' ? 'Sessions' : 'Presentation'
  if (/^\/(sessions|oid4vci)(\/|$)/.test(path)) return 'Sessions'
  if (path.startsWith('/lab/')) return 'Laboratory'
  if (/^\/campaigns(\/|$)/.test(path)) return 'Campaigns'
  if (/^\/(api|media|badge)\//.test(path)) return 'Scoreboard'
  if (path.startsWith('/trust/')) return 'Trust'
  if (path.startsWith('/authorization-servers/')) return 'Authorization'
  if (/^\/(\.well-known\/|issuers$|issuers\/[^/]+\/[\w-]+\.)/.test(path)) return 'Metadata'
  return path.startsWith('/issuers/') ? 'Issuance' : 'Service'
}
