import { contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { methodsOf, pathsOf } from '@/lib/contract/contract-entry'
import { pathTable, segmentsOf } from '../http/path-table'

/** Uses only the contract: the routes import the endpoints, and those import this file. */
const entries = operationIds.flatMap((operation) => {
  const entry = contractEntry(operation)
  return pathsOf(entry).map((path) => ({ operation, path, methods: methodsOf(entry) }))
})
const entryAt = pathTable(entries)

/** Documents by their name after `/.well-known/`; for duplicate names, the first in the contract. */
const documents = new Map<string, OperationId>()
for (const operation of operationIds) {
  const name = wellKnownName(contractEntry(operation).path)
  if (name !== null && !documents.has(name)) documents.set(name, operation)
}

/**
 * The operation that an unanswered request was meant for: one with the same path but a different method or a double
 * slash, or the document whose well-known name is anywhere in the path. `null` if there is none. OID4VCI-1FINAL-12.2.2,
 * RFC8414-3.1
 */
export function intendedOperation({ method, path }: { readonly method: string; readonly path: string }): string | null {
  const segments = segmentsOf(path.replace(/\/{2,}/g, '/'))
  const first = segments === null ? undefined : entryAt(segments)?.entry
  const hit = entries.find(({ path: known, methods }) => known === first?.path && methods.includes(method)) ?? first
  return hit?.operation ?? documents.get(wellKnownName(path) ?? '') ?? null
}

function wellKnownName(path: string): string | null {
  const segments = path.split('/')
  const place = segments.indexOf('.well-known')
  return place < 0 ? null : (segments[place + 1] ?? null)
}
