import { readParameters } from '../../ground/http/read-form'
import type { Asker } from '../../ground/ports/places'
import { isObject } from '../../ground/values/json'
import { artifactPath } from '../artifacts/artifact-address'
import { artifactMemberNames } from '../artifacts/artifact-members'
import { campaignsFor } from '../reading/campaigns-for'
import { publicCollection } from '../reading/public-collections'

/** What completing a collection's answers requires, in addition to PocketBase's answer. */
interface Finishing {
  readonly collection: string
  /** As sent by the visitor. */
  readonly query: string | null
  readonly baseUrl: string
  readonly asker: Asker
}

const finished = ['conformance_checks', 'pipeline_results']

/**
 * Completes an answer of PocketBase, a record or a list of them, as JSON text: makes addresses absolute, gives
 * executions the addresses of their files (`artifacts`) and their campaigns to who may read these alone, and names a relation
 * as the visitor did. Other answers are returned unchanged.
 */
export function finishRecords(body: string, finishing: Finishing): string {
  const asked = expandedBy(finishing)
  const isTouched = finished.includes(finishing.collection) || asked.length > 0
  if (!isTouched) return body
  const answer: unknown = JSON.parse(body)
  if (!isObject(answer)) return body
  const records = Array.isArray(answer.items) ? answer.items : [answer]
  for (const record of records) if (isObject(record)) finish(record, finishing.collection, asked, finishing)
  return JSON.stringify(answer)
}

/** The relations to expand of each record that lead to records to complete. */
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
    // A visitor who asked for a few members gets only these.
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
