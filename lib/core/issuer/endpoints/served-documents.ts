import { type HeaderField, headerValues, type Reply } from '../../shared/http/exchange'
import type { Ports } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { fromBase64url, fromUtf8 } from '../../shared/values/base64url'
import { isObject } from '../../shared/values/json'
import { issuerConfiguration } from '../configurations'
import { listedServers, serverNamedIn } from '../configurations/authorization-servers'
import { laboratoryInPlay } from '../configurations/issuer-in-play'
import { buildTypeMetadata } from '../read/type-metadata'
import type { DocumentContext } from './deviating-document'
import { authorizationServerMetadata, issuerMetadata, jwtVcIssuerMetadata, typeMetadata } from './documents'

/** A document of an own issuer, for side-by-side display. */
export interface ServedDocument {
  readonly name: string
  readonly address: string
  /**
   * The correct reply as text: status, media type, and a body with sorted members, one per line; signed ones decoded.
   */
  readonly right: string
  /** The reply that the next fetch gets, likewise. */
  readonly served: string
  /** True if the reply deviates, possibly in ways that the text does not show. */
  readonly deviates: boolean
  readonly holdSeconds: number
}

type Answers = (typeof issuerMetadata)['answers']

/** A document and the request that fetches it. */
interface Asked {
  readonly name: string
  readonly address: string
  readonly answers: Answers
  readonly accept?: string
  readonly params?: DocumentContext['params']
}

interface Place {
  readonly at: EpochMillis
  readonly ports: Ports
  readonly settings: ProtocolSettings
}

/**
 * Documents served by the own issuer of a session, each beside its correct form, which comes from the same builder
 * without the deviation. Records nothing. Empty for sessions without an own issuer, or whose issuer has ended.
 */
export async function servedDocuments(
  session: IssuanceSession,
  { at, ports, settings }: Place,
): Promise<ServedDocument[]> {
  const base = issuerConfiguration(session.issuerConfigurationId)
  const { laboratory } = session
  if (base === null || laboratory === undefined || laboratory.until <= at) return []
  const { baseUrl } = settings
  const { laboratoryKeys } = ports
  const issuerAt = (path: string) =>
    laboratoryInPlay(base, { session, laboratory }, { baseUrl, laboratoryKeys, server: serverNamedIn(path) })
  const own = issuerAt('')
  const { options, urls, identifier, configuration } = own
  const servers = listedServers(identifier, options.authorization_servers) ?? [identifier]
  const serverWellKnown = urls.authorizationServerMetadata
  const asked: Asked[] = [
    {
      name: 'Credential issuer metadata',
      address: urls.credentialIssuerMetadata,
      answers: issuerMetadata.answers,
    },
    ...(options.signed_metadata === 'never'
      ? []
      : [
          {
            name: 'Signed credential issuer metadata',
            address: urls.credentialIssuerMetadata,
            answers: issuerMetadata.answers,
            accept: 'application/jwt',
          },
        ]),
    ...servers.map((server) => ({
      name: servers.length === 1 ? 'Authorization server metadata' : `Authorization server metadata of ${server}`,
      address: `${serverWellKnown}${server.slice(identifier.length)}`,
      answers: authorizationServerMetadata.answers,
    })),
    { name: 'JWT VC issuer metadata', address: urls.jwtVcIssuerMetadata, answers: jwtVcIssuerMetadata.answers },
    ...configuration.credentialConfigurations.flatMap(({ id }, index) => {
      const typeNumber = String(index + 1)
      return buildTypeMetadata(own, typeNumber, ports.sha256) === null
        ? []
        : [
            {
              name: `Type metadata of ${id}`,
              address: `${urls.types}/${typeNumber}`,
              answers: typeMetadata.answers,
              params: { typeNumber },
            },
          ]
    }),
  ]
  const documents: ServedDocument[] = []
  for (const { name, address, answers, accept = 'application/json', params = {} } of asked) {
    const path = address.slice(baseUrl.length)
    const issuer = issuerAt(path)
    const headers: readonly HeaderField[] = [['Accept', accept]]
    const context: DocumentContext = { exchange: { at, headers, path, query: null }, issuer, params, ports, settings }
    const right = textOf(answers.right(context))
    const { deviating } = await answers.deviating(context)
    documents.push({
      name,
      address,
      right,
      served: deviating === undefined ? right : textOf(deviating.reply),
      deviates: deviating !== undefined,
      holdSeconds: deviating?.holdSeconds ?? 0,
    })
  }
  return documents
}

/** Header fields that matter to a reader. */
const shownFields = ['Content-Type', 'Location'] as const

/** Formats a reply for line-by-line comparison. */
function textOf({ status, headers, body }: Reply): string {
  const fields = shownFields.flatMap((name) => headerValues({ headers }, name).map((value) => `${name}: ${value}`))
  const content = body?.kind === 'json' ? sorted(body.value) : body?.kind === 'text' ? contentOf(body.text) : ''
  return [`HTTP status ${status}`, ...fields, '', typeof content === 'string' ? content : printed(content)].join('\n')
}

/** Longest JSON kept on one line, in characters. */
const lineMax = 72

/** Formats JSON over several lines; short values of scalars only stay on one. */
function printed(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value)
  const inner = `${indent}  `
  if (typeof value !== 'object' || value === null) return flat
  const isDeep = Object.values(value).some((one) => typeof one === 'object' && one !== null)
  if (flat.length <= lineMax && !isDeep) return flat
  const members = Array.isArray(value)
    ? value.map((entry) => printed(entry, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${printed(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return [open, members.map((member) => `${inner}${member}`).join(',\n'), `${indent}${close}`].join('\n')
}

/** Decodes text: header and payload of a compact JWS, JSON members, or the text itself. */
function contentOf(text: string): unknown {
  const [header, payload] = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) ? text.split('.') : []
  if (header !== undefined && payload !== undefined)
    return { header: sorted(jsonOf(decoded(header))), payload: sorted(jsonOf(decoded(payload))) }
  return sorted(jsonOf(text))
}

const decoded = (part: string): string => fromUtf8(fromBase64url(part) ?? new Uint8Array()) ?? ''

/** Parses JSON; other text stays a string. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sorts the members of every object by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
