import type { JsonObject } from '../json'
import type { Reach } from './concealment'
import type { Part } from './finish-strings'

/** How far values of persons are searched for in a member; `null` where we wrote what is in it. */
type ReachIn = Part['reachIn']

/** Header fields in which software writes what it likes. The others are names, lengths and times of HTTP. */
const freeFields: ReadonlySet<string> = new Set([
  'user-agent',
  'referer',
  'content-location',
  'link',
  'x-original-url',
  'x-rewrite-url',
])

const reachInHeaders: ReachIn = (name, of, around) => (isOurs(name, of) ? null : freeFields.has(name) ? 'free' : around)

const reachInBody: ReachIn = (name, of, around) => (isOurs(name, of) ? null : around)

/** Of a credential, all but its key binding is the word of its issuer; values stand in it as its session wants to see them. */
const reachInDecoded: ReachIn = (name, of, around) => {
  if (isOurs(name, of) || isSentByUs(of)) return null
  const isCredential = of.kind === 'presented_credential'
  if (isCredential) return name === 'key_binding' ? 'free' : 'technical'
  if (around === 'technical' && name === 'value') return null
  return technicalMembers.has(name) ? 'technical' : around
}

const isSentByUs = ({ source }: JsonObject): boolean => typeof source === 'string' && source.startsWith('response.')

/** Words of a specification, and what certificates say of an issuer. */
const technicalMembers: ReadonlySet<string> = new Set(['alg', 'enc', 'kty', 'crv', 'zip', 'x5c', 'x5chain'])

/** Words and numbers that our own views hold. */
const ownMembers: ReadonlySet<string> = new Set([
  ...['kind', 'type', 'cbor_type', 'cbor_tag', 'signature', 'scheme', 'did_method', 'part_lengths', 'length', 'count'],
  ...['omitted', 'index', 'fingerprint', 'thumbprint', 'digest', 'sha256', 'aki', 'ski', 'serial', 'not_before'],
  ...['not_after', 'status', 'digest_id', 'elements_omitted', 'disclosures_omitted', 'documents_omitted'],
])

/** In the place of a hidden value stand our words, but for what is inside it. */
const isOurs = (name: string, of: JsonObject): boolean =>
  of.redacted === true ? name !== 'items' && name !== 'decrypted' : ownMembers.has(name)

/** How the parts of an exchange about a person are finished. */
export const reaches: Readonly<
  Record<'headers' | 'query' | 'body' | 'decoded', { readonly reach: Reach; readonly reachIn: ReachIn }>
> = {
  headers: { reach: 'technical', reachIn: reachInHeaders },
  query: { reach: 'free', reachIn: reachInBody },
  body: { reach: 'free', reachIn: reachInBody },
  decoded: { reach: 'free', reachIn: reachInDecoded },
}
