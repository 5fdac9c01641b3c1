import { type HeaderField, listHeader, type Reply } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { acceptsEncoding, matchesIfNoneMatch } from '../../shared/http/request-headers'
import { ProtocolError } from '../../shared/ports/errors'
import { toIso } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import { fileMembers } from '../artifacts/artifact-address'
import { isTheirs } from '../asking'
import { buildStatistics, type LedgerGroup } from '../statistics'
import { findUncounted } from '../uncounted'
import { organizationEndpoint, type ScoreboardContext, scoreboardEndpoint } from './scoreboard-endpoint'

/** Names of organisations, and so of their Temporal namespaces. */
const namespacePattern = /^[a-z0-9](-?[a-z0-9])*$/

const namespaceCharactersMax = 200

/**
 * `GET /api/pipeline/scoreboard/{namespace}`: statistics of the executions of one namespace, one item per public
 * pipeline. `?include=details` adds what the latest successful execution used.
 */
export const getNamespaceStatistics = organizationEndpoint(async ({ exchange, params, ports, settings }) => {
  const namespace = requireNamespace(params.namespace ?? '')
  const withDetails = new URLSearchParams(exchange.query ?? '').getAll('include').includes('details')
  const groups = await ports.scoreboard.store.statistics(namespace, withDetails)
  if (groups === null) throw new ProtocolError('namespace_not_found', 'No organisation has this namespace.')
  const text = JSON.stringify(buildStatistics(groups.map((group) => ofOrigin(group, settings.baseUrl))))
  const tag = `"${toBase64url(ports.sha256(text))}"`
  const headers: HeaderField[] = [
    ['ETag', tag],
    ['X-Scoreboard-As-Of', toIso(exchange.at)],
  ]
  if (matchesIfNoneMatch(exchange, tag))
    return { reply: { status: 304, headers: [...headers, ['Cache-Control', 'no-store']], body: null } }
  return { reply: textReply(200, 'application/json', text, headers) }
})

/** `GET /api/organizations/namespaces`: the namespaces that an aggregation queries. */
export const listNamespaces = scoreboardEndpoint(async ({ ports }) => ({
  reply: jsonReply(200, { namespaces: await ports.scoreboard.store.readyNamespaces() }),
}))

/** `GET /api/pipeline/execution-details/{namespace}/{workflow_id}/{run_id}`: what one execution used. */
export const getExecutionDetails = organizationEndpoint(async ({ params, ports, settings }) => {
  const namespace = requireNamespace(params.namespace ?? '')
  const { workflow_id: workflowId = '', run_id: runId = '' } = params
  const details = await ports.scoreboard.store.execution({ namespace, workflowId, runId })
  if (details === null)
    throw new ProtocolError('execution_not_found', 'The ledger of this namespace has no such execution.')
  return { reply: jsonReply(200, withOrigin(details, settings.baseUrl)) }
})

/** `GET /api/pipeline/uncounted/{namespace}`: the newest workflows of a namespace that no statistics count, and why. */
export const listUncounted = organizationEndpoint(async ({ by, params, ports }) => {
  const namespace = requireNamespace(params.namespace ?? '')
  // Temporal is asked for nothing of others.
  const found = isTheirs(by, namespace) ? await findUncounted(namespace, ports.scoreboard) : null
  if (found === null) throw new ProtocolError('namespace_not_found', 'No organisation has this namespace.')
  const { uncounted, lookedAt, hasMore } = found
  return { reply: jsonReply(200, { namespace, looked_at: lookedAt, has_more: hasMore, uncounted }) }
})

/** The group with absolute addresses for the files of its latest success. */
const ofOrigin = ({ success, ...group }: LedgerGroup, baseUrl: string): LedgerGroup => ({
  ...group,
  success: success && { ...success, details: success.details && withOrigin(success.details, baseUrl) },
})

type Details = Readonly<Record<string, unknown>>

/** Makes addresses below the origin absolute. */
const withOrigin = (details: Details, baseUrl: string): Details => ({
  ...details,
  ...Object.fromEntries(
    Object.keys(fileMembers)
      .filter((member) => details[member])
      .map((member) => [member, `${baseUrl}${details[member]}`]),
  ),
})

function requireNamespace(text: string): string {
  if (text.length <= namespaceCharactersMax && namespacePattern.test(text)) return text
  throw new ProtocolError(
    'invalid_namespace',
    `A namespace has at most ${namespaceCharactersMax} characters: lower-case letters and digits with single hyphens between them.`,
  )
}

/** `GET /api/scoreboard/rows`: all public rows in one document of one aggregation. */
export const getScoreboardRows = scoreboardEndpoint(async ({ exchange, ports }) => {
  const { packed, etag } = await ports.scoreboard.snapshot()
  const headers: HeaderField[] = [
    // A weak tag, shared by all content codings.
    ['ETag', `W/${etag}`],
    // May be cached but must be revalidated each time, so that hiding takes effect at once.
    ['Cache-Control', 'no-cache'],
    ['Vary', 'Accept-Encoding'],
  ]
  if (matchesIfNoneMatch(exchange, etag)) return { reply: { status: 304, headers, body: null } }
  const coding = codingOf(exchange)
  const reply: Reply = {
    status: 200,
    headers: [
      ['Content-Type', 'application/json'],
      ...headers,
      ...(coding === 'identity' ? [] : ([['Content-Encoding', coding]] as const)),
    ],
    body: { kind: 'bytes', bytes: packed[coding] },
  }
  return { reply }
})

type Exchange = ScoreboardContext['exchange']

/** The best content coding that the caller accepts. RFC 9110 section 12.5.3 */
function codingOf(exchange: Exchange): 'br' | 'gzip' | 'identity' {
  const header = listHeader(exchange, 'accept-encoding')
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}
