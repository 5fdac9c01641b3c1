import { z } from 'zod'
import { readParameters } from '../../shared/http/read-form'
import { redirectReply, textReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { Asker } from '../../shared/ports/places'
import { isObject } from '../../shared/values/json'
import { artifactPath, entityLogoPath, logoPath } from '../artifacts/artifact-address'
import { artifactMemberNames } from '../artifacts/artifact-members'
import { campaignsFor } from '../reading/campaigns-for'
import { type PublicCollection, publicCollection } from '../reading/public-collections'
import { type RefusedQuery, readListQuery, readRecordQuery } from '../reading/read-query'
import { allThumbSizes, entityCollections, keptType } from './media'
import { type ScoreboardContext, scoreboardEndpoint } from './scoreboard-endpoint'

/** What is needed to complete PocketBase's response. */
interface Finishing {
  readonly collection: string
  /** As sent by the visitor. */
  readonly query: string | null
  readonly baseUrl: string
  readonly asker: Asker
}

const finished = ['conformance_checks', 'pipeline_results']

/**
 * Completes PocketBase's response, a record or a list, as JSON text: makes addresses absolute, adds the file addresses
 * of executions (`artifacts`), keeps campaigns only for those who may read them, and names relations as the visitor
 * did. Other responses are returned unchanged.
 */
function finishRecords(body: string, finishing: Finishing): string {
  const asked = expandedBy(finishing)
  const isTouched = finished.includes(finishing.collection) || asked.length > 0
  if (!isTouched) return body
  const answer: unknown = JSON.parse(body)
  if (!isObject(answer)) return body
  const records = Array.isArray(answer.items) ? answer.items : [answer]
  for (const record of records) if (isObject(record)) finish(record, finishing.collection, asked, finishing)
  return JSON.stringify(answer)
}

/** Expanded relations whose records need completing too. */
function expandedBy({ collection, query }: Finishing): readonly string[] {
  const { one = {}, many = {}, names = {} } = publicCollection(collection) ?? {}
  const paths = (readParameters(query ?? '').get('expand') ?? '').split(',')
  return paths
    .map((path) => path.trim().split('.')[0] ?? '')
    .filter((name) => {
      const relation = Object.hasOwn(names, name) ? (names[name] ?? '') : name
      return finished.includes(one[relation] ?? many[relation] ?? '')
    })
}

function finish(
  record: Record<string, unknown>,
  collection: string,
  asked: readonly string[],
  finishing: Pick<Finishing, 'baseUrl' | 'asker'>,
): void {
  const { baseUrl, asker } = finishing
  if (collection === 'conformance_checks') {
    if (typeof record.url === 'string' && record.url.startsWith('/')) record.url = baseUrl + record.url
  }
  if (collection === 'pipeline_results') {
    const { id } = record
    if ('steps' in record) record.steps = campaignsFor(asker, record.steps)
    const addresses = (names: unknown): string[] =>
      [names]
        .flat()
        .flatMap((name) => (typeof name === 'string' && name !== '' ? baseUrl + artifactPath(String(id), name) : []))
    // A visitor who selected members gets only those.
    if (typeof id === 'string' && artifactMemberNames.every((member) => member in record))
      record.artifacts = Object.fromEntries(artifactMemberNames.map((member) => [member, addresses(record[member])]))
  }
  const { expand } = record
  if (!isObject(expand)) return
  const { one = {}, many = {}, names = {} } = publicCollection(collection) ?? {}
  for (const [relation, target] of Object.entries({ ...one, ...many }))
    for (const related of [expand[relation]].flat()) if (isObject(related)) finish(related, target, [], finishing)
  for (const [name, relation] of Object.entries(names)) {
    if (!asked.includes(name) || !(relation in expand)) continue
    expand[name] = expand[relation]
    if (!asked.includes(relation)) delete expand[relation]
  }
}

/** `GET /api/collections/{collection}/records`: PocketBase's list of a public collection, read without a token. */
export const listPublicRecords = scoreboardEndpoint((context) => read(context, 'records', readListQuery))

/** `GET /api/collections/{collection}/records/{record_id}`: one of those records. */
export const getPublicRecord = scoreboardEndpoint((context) => {
  const { record_id: id = '' } = context.params
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw notFound()
  return read(context, `records/${id}`, readRecordQuery)
})

async function read(
  { exchange, params, ports, settings, asker }: ScoreboardContext,
  rest: string,
  readQuery: (collection: PublicCollection, query: string | null) => string | RefusedQuery,
) {
  const { collection: name = '' } = params
  const collection = publicCollection(name)
  if (collection === null) throw notFound()
  const query = readQuery(collection, exchange.query)
  if (typeof query !== 'string') throw refusal(query)
  const { status, body } = await ports.scoreboard.readPublic(`${name}/${rest}`, query === '' ? null : query)
  if (status < 300) {
    const text = finishRecords(body, { collection: name, query: exchange.query, baseUrl: settings.baseUrl, asker })
    return { reply: textReply(status, 'application/json', text) }
  }
  if (status === 404) throw notFound()
  // We wrote the query, so PocketBase refusing it is our error.
  throw new Error(`PocketBase responded to a query of ours with status ${status}.`)
}

const zFiled = z.object({ collectionName: z.string() })

/**
 * `GET /api/files/{collection}/{record_id}/{file}`: where PocketBase's clients expect a file; redirects to its address
 * here. They name the collection by id or name.
 */
export const redirectToFile = scoreboardEndpoint(async ({ exchange, params, ports }) => {
  const { collection = '', record_id: id = '', file = '' } = params
  const nowhere = notFound('There is no such file, or it is not public.')
  if (!/^\w{1,64}$/.test(collection) || keptType(id, file) === null) throw nowhere
  const { status, body } = await ports.scoreboard.readPublic(`${collection}/records/${id}`, 'fields=collectionName')
  const found = status === 200 ? zFiled.safeParse(JSON.parse(body)).data : undefined
  const path = found === undefined ? null : filePath(found.collectionName, id, file)
  if (path === null) throw nowhere
  const thumb = new URLSearchParams(exchange.query ?? '').get('thumb')
  const size = allThumbSizes.find((known) => known === thumb)
  return { reply: redirectReply(size === undefined ? path : `${path}?thumb=${size}`) }
})

/** Path of a record's file, below the origin; `null` if the collection has no public files. */
function filePath(collection: string, id: string, file: string): string | null {
  if (collection === 'pipeline_results') return artifactPath(id, file)
  if (collection === 'organizations') return logoPath(id, file)
  return entityCollections.includes(collection) ? entityLogoPath(collection, id, file) : null
}

/** An error with the members that PocketBase's clients expect: `message`, `data`, `status`. */
function refusal({ parameter, reason, allowed }: RefusedQuery): ProtocolError {
  return new ProtocolError('invalid_request', reason, { message: reason, data: {}, status: 400, parameter, allowed })
}

/** Also with the members that PocketBase's clients expect. */
const notFound = (message = 'There is no such record, or it is not public.'): ProtocolError =>
  new ProtocolError('not_found', message, { message, data: {}, status: 404 })
