import type { CborItem } from '../../../cbor/cbor-item'
import type { ClaimNode } from '../../../dcql/claim-tree'
import { toBase64url } from '../../../values/base64url'
import type { ElementReading } from './element-reading'

/** Namespaces with the elements that were shown, as a query sees them. OID4VP-1FINAL-7.2 */
export function mdocClaimTree(elements: readonly ElementReading[]): ClaimNode {
  const namespaces = new Map<string, Map<string, ClaimNode>>()
  for (const { namespace, name, value } of elements) {
    const members = namespaces.get(namespace) ?? new Map<string, ClaimNode>()
    namespaces.set(namespace, members)
    if (name !== null && value !== null && !members.has(name)) members.set(name, nodeOf(value, true))
  }
  return {
    kind: 'object',
    disclosed: false,
    concealed: 0,
    members: new Map(
      [...namespaces].map(([namespace, members]) => [
        namespace,
        { kind: 'object', disclosed: false, concealed: 0, members } as const,
      ]),
    ),
  }
}

/** The JSON form of a value, which the `values` of a query are compared with. RFC8949-6.1, OID4VP-1FINAL-6.3 */
function nodeOf(item: CborItem, disclosed: boolean): ClaimNode {
  switch (item.kind) {
    case 'map':
      return {
        kind: 'object',
        disclosed,
        concealed: 0,
        members: new Map(
          item.entries.flatMap(([name, value]) =>
            name.kind === 'text' || name.kind === 'integer' ? [[String(name.value), nodeOf(value, false)]] : [],
          ),
        ),
      }
    case 'array':
      return { kind: 'array', disclosed, elements: item.items.map((one) => nodeOf(one, false)) }
    case 'tag':
      return nodeOf(item.content, disclosed)
    case 'bytes':
      return { kind: 'value', disclosed, value: toBase64url(item.value) }
    case 'integer':
      return { kind: 'value', disclosed, value: typeof item.value === 'bigint' ? String(item.value) : item.value }
    case 'simple':
      return { kind: 'value', disclosed, value: typeof item.value === 'boolean' ? item.value : null }
    default:
      return { kind: 'value', disclosed, value: item.value }
  }
}
