import { textReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { type PublicCollection, publicCollection } from '../reading/public-collections'
import { type RefusedQuery, readListQuery, readRecordQuery } from '../reading/read-query'
import type { ScoreboardContext } from './scoreboard-endpoint'
import { scoreboardEndpoint } from './scoreboard-endpoint'

/** `GET /api/collections/{collection}/records`: PocketBase's list of a public collection, read without any token. */
export const listPublicRecords = scoreboardEndpoint((context) => read(context, 'records', readListQuery))

/** `GET /api/collections/{collection}/records/{record_id}`: one of those records. */
export const getPublicRecord = scoreboardEndpoint((context) => {
  const { record_id: id = '' } = context.params
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw notFound()
  return read(context, `records/${id}`, readRecordQuery)
})

async function read(
  { exchange, params, ports }: ScoreboardContext,
  rest: string,
  readQuery: (collection: PublicCollection, query: string | null) => string | RefusedQuery,
) {
  const { collection: name = '' } = params
  const collection = publicCollection(name)
  if (collection === null) throw notFound()
  const query = readQuery(collection, exchange.query)
  if (typeof query !== 'string') throw refusal(query)
  const { status, body } = await ports.scoreboard.readPublic(`${name}/${rest}`, query === '' ? null : query)
  if (status < 300) return { reply: textReply(status, 'application/json', body) }
  if (status === 404) throw notFound()
  // We wrote the query, so PocketBase refusing it is our error.
  throw new Error(`PocketBase answered a query of ours with status ${status}.`)
}

/** Clients of PocketBase look for its own members: `message`, `data`, `status`. */
function refusal({ parameter, reason, allowed }: RefusedQuery): ProtocolError {
  return new ProtocolError('invalid_request', reason, { message: reason, data: {}, status: 400, parameter, allowed })
}

const notFound = (): ProtocolError => new ProtocolError('not_found', 'There is no such record, or it is not public.')
