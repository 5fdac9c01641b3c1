import { isObject, type Json, pointerStep } from '../values/json'
import { privateKeysIn } from '../values/private-keys'
import type { MutationCode } from './mutation'
import { holdsForeignAddress, type OwnParty } from './own-addresses'
import { holdsForeignDid, isNamingMember, namesSomebodyElse } from './own-names'

/** A value of a changed document that our key does not vouch for. */
export interface ForeignValue {
  readonly code: Extract<MutationCode, 'foreign_address' | 'foreign_name' | 'private_key'>
  readonly pointer: string
}

/** A place in a document with `*` for each index, since an element that moves up or down stays the same. */
interface Place {
  readonly pointer: string
  readonly kind: string
}

/**
 * Values of a changed document that name an address, a party or a private key that is not ours. What the right document
 * has at the same place stays; the place of an element in its list does not matter.
 */
export function foreignValues(before: Json, after: Json, own: OwnParty): ForeignValue[] {
  const right = new Set<string>()
  walk(before, { pointer: '', kind: '' }, '', (text, { kind }) => right.add(`${kind}\n${text}`))
  const found: ForeignValue[] = privateKeysIn(after).map((place) => ({
    code: 'private_key',
    pointer: place.map((step) => `/${pointerStep(step)}`).join(''),
  }))
  walk(after, { pointer: '', kind: '' }, '', (text, { pointer, kind }, member) => {
    if (right.has(`${kind}\n${text}`)) return
    if ((isNamingMember(member) && namesSomebodyElse(text, own)) || holdsForeignDid(text, own))
      found.push({ code: 'foreign_name', pointer })
    if (holdsForeignAddress(text, own)) found.push({ code: 'foreign_address', pointer })
  })
  return found
}

type Visit = (text: string, place: Place, member: string) => void

function walk(value: Json, place: Place, member: string, visit: Visit): void {
  if (typeof value === 'string') visit(value, place, member)
  else if (Array.isArray(value))
    for (const [index, one] of value.entries())
      walk(one, { pointer: `${place.pointer}/${index}`, kind: `${place.kind}/*` }, member, visit)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) {
      const step = pointerStep(name)
      const inner = { pointer: `${place.pointer}/${step}`, kind: `${place.kind}/${step}` }
      visit(name, { ...inner, kind: `${place.kind} name` }, '')
      walk(one as Json, inner, name, visit)
    }
}
