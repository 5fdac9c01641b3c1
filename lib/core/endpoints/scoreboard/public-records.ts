import { ProtocolError } from '../../errors'
import { textReply } from '../../http/reply'
import { isObject } from '../../json'
import type { RequestContext } from '../../request-context'
import { plain } from '../endpoint'

/** Collections whose records a visitor may ask for. Which records he gets is decided by the rules of each. */
const publicCollections: ReadonlySet<string> = new Set([
  'pipeline_scoreboard_cache',
  'scoreboard_state',
  'pipelines',
  'pipeline_results',
  'organizations',
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'credential_issuers',
  'credentials',
  'verifiers',
  'use_cases_verifications',
  'conformance_checks',
  'custom_checks',
  'mobile_runners',
])

/** `GET /api/collections/{collection}/records`: PocketBase's list of a public collection, read without any token. */
export const listPublicRecords = plain((context) => read(context, 'records'))

/** `GET /api/collections/{collection}/records/{record_id}`: one of those records. */
export const getPublicRecord = plain((context) =>
  read(context, `records/${encodeURIComponent(context.params.record_id ?? '')}`),
)

async function read({ exchange, params, ports }: RequestContext, rest: string) {
  const { collection = '', record_id: id } = params
  if (!publicCollections.has(collection) || id === '.' || id === '..') throw notFound()
  const { status, body } = await ports.scoreboard.readPublic(`${collection}/${rest}`, exchange.query)
  // PocketBase answers 200 without a body where it cannot read `fields`.
  if (body === '') throw new ProtocolError('invalid_request', 'The parameter fields cannot be read: name members only.')
  if (status < 300) return { reply: textReply(status, 'application/json', body) }
  if (status === 404) throw notFound()
  const value: unknown = JSON.parse(body)
  // Clients of PocketBase look for its own members.
  const theirs = isObject(value) ? { message: value.message, data: value.data, status } : {}
  throw new ProtocolError('invalid_request', 'The records cannot be read like that: see the parameters.', theirs)
}

const notFound = (): ProtocolError => new ProtocolError('not_found', 'There is no such record, or it is not public.')
