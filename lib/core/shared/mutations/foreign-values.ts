import { isObject, type Json, pointerStep } from '../values/json'
import { privateKeysIn } from '../values/private-keys'
import type { MutationCode } from './mutation'
import { holdsForeignAddress, type OwnParty } from './own-addresses'
import { holdsForeignDid, holdsForeignName, isNamingMember, namesSomebodyElse } from './own-names'

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
  const right = new Map<string, number>()
  const payloads = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  const isLeft = (counts: Map<string, number>, key: string): boolean => (counts.get(key) ?? 0) > 0
  walk(before, { pointer: '', kind: '' }, '', (text, { kind }) => {
    add(right, `${kind}\n${text}`, 1)
    add(payloads, `${kind}\n${payloadOf(text)}`, 1)
  })
  const keys = privateKeysIn(after).map((place) => place.map((step) => `/${pointerStep(step)}`).join(''))
  const found: ForeignValue[] = [...new Set([...keys, ...bareSecretsIn(after)])].map((pointer) => ({
    code: 'private_key',
    pointer,
  }))
  walk(after, { pointer: '', kind: '' }, '', (text, { pointer, kind }, member) => {
    // The right value stays right as the entry of a list.
    const inPlace = `${kind}\n${text}`
    const key = isLeft(right, inPlace) ? inPlace : `${kind.replace(/\/\*$/, '')}\n${text}`
    const payload = payloadOf(text)
    const ofPayload = `${kind}\n${payload}`
    if (isLeft(right, key)) {
      // A copy of what stands there is one more.
      add(right, key, -1)
      add(payloads, ofPayload, -1)
      return
    }
    // A signed text of somebody else with another header or signature says what it said before.
    const saidBefore = payload !== null && isLeft(payloads, ofPayload)
    if (saidBefore) add(payloads, ofPayload, -1)
    const fresh = saidBefore ? text.replace(`.${payload}.`, '..') : text
    const isName = isNamingMember(member) && namesSomebodyElse(fresh, own)
    if (isName || holdsForeignDid(fresh, own) || holdsForeignName(fresh, own))
      found.push({ code: 'foreign_name', pointer })
    if (holdsForeignAddress(fresh, own)) found.push({ code: 'foreign_address', pointer })
  })
  return found
}

/** The claims of a compact JWS, in base64url; `null` for another text. RFC7515-3.1 */
function payloadOf(text: string): string | null {
  const [, payload = '', ...rest] = text.split('.')
  return rest.length === 1 && /^e[wy][\w-]{6,}$/.test(payload) ? payload : null
}

/** Members that only a private or a symmetric key has. RFC7518-6.2.2, RFC7518-6.3.2, RFC7518-6.4.1 */
const secretMembers = ['d', 'p', 'q', 'k']

/** Pointers of keys in a set of keys that hold a secret, however incomplete they are. */
function bareSecretsIn(value: Json, pointer = '', isKeySet = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => bareSecretsIn(one, `${pointer}/${index}`, isKeySet))
  if (!isObject(value)) return []
  if (isKeySet && secretMembers.some((name) => Object.hasOwn(value, name))) return [pointer]
  return Object.entries(value).flatMap(([name, one]) =>
    bareSecretsIn(one as Json, `${pointer}/${pointerStep(name)}`, name === 'keys' || name === 'jwk'),
  )
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
      // What is below a name still names somebody.
      walk(one as Json, inner, isNamingMember(member) ? member : name, visit)
    }
}
