import type { JsonObject } from '../../../ground/values/json'
import type { SearchDepth } from '../values/personal-values'

/**
 * How thoroughly to search a part of the record for personal values. Our own words count only in a view that this
 * service made; a member of the same name from a wallet or an issuer gets no special treatment.
 */
export interface Part {
  readonly depth: SearchDepth
  /** The part that a member belongs to; `null` if we wrote its value. */
  readonly member: (name: string, of: JsonObject) => Part | null
}

const part = (depth: SearchDepth, member: Part['member']): Part => ({ depth, member })

/**
 * True for our own words in the shape of a redacted value; the values inside that shape are not ours. A wallet's own
 * `true` is never shown, so `redacted: true` can only be ours.
 */
const isOurWord = (name: string, of: JsonObject): boolean =>
  (of.redacted === true && !peerMembers.has(name)) || of.unparsed === true || of.truncated === true

/** Members of a shape that still hold what the peer sent. */
const peerMembers: ReadonlySet<string> = new Set(['items', 'decrypted', 'did_method'])

/** Words from specifications, and what certificates say about an issuer. */
const technicalMembers: ReadonlySet<string> = new Set(['alg', 'enc', 'kty', 'crv', 'zip', 'x5c', 'x5chain'])

/** Text from a peer, whatever its members are called. */
const written = (depth: SearchDepth, isTechnical: (name: string) => boolean = () => false): Part => {
  const technical: Part | null = depth === 'technical' ? null : written('technical')
  const self: Part = part(depth, (name, of) =>
    isOurWord(name, of) ? null : technical !== null && isTechnical(name) ? technical : self,
  )
  return self
}

const free = written('free', (name) => name === 'x5c')
const signed = written('technical')
/** Header and claims of a token that a wallet signed. */
const content = written('free', (name) => technicalMembers.has(name))

/** Header fields in which software may write anything. The others hold names, lengths and times of HTTP. */
const freeFields: ReadonlySet<string> = new Set([
  'user-agent',
  'referer',
  'content-location',
  'link',
  'x-original-url',
  'x-rewrite-url',
])

/** Words and numbers that our views of tokens add to the token's content. */
const ownMembers: ReadonlySet<string> = new Set([
  ...['kind', 'format', 'signature', 'thumbprint', 'part_lengths', 'digest', 'digest_id', 'digest_ok', 'requested'],
  ...['cbor_tag', 'count', 'elements_omitted', 'disclosures_omitted', 'documents_omitted'],
])
const contentMembers: ReadonlySet<string> = new Set(['header', 'claims'])

/**
 * Everything in a credential except its key binding comes from its issuer. `value` is left alone: the session's
 * settings decide what it shows.
 */
const credential: Part = part('technical', (name, of) => {
  if (name === 'value' || isOurWord(name, of) || ownMembers.has(name)) return null
  if (name === 'key_binding') return token
  return contentMembers.has(name) ? signed : credential
})

const token: Part = part('free', (name, of) =>
  isOurWord(name, of) || ownMembers.has(name) ? null : contentMembers.has(name) ? content : free,
)

const isSentByUs = ({ source }: JsonObject): boolean => typeof source === 'string' && source.startsWith('response.')

/** How to finish each part of an exchange about a person. */
export const parts: Readonly<Record<'headers' | 'path' | 'query' | 'body' | 'decoded', Part>> = {
  headers: part('technical', (name, of) => (freeFields.has(name) ? free : signed.member(name, of))),
  path: signed,
  query: free,
  body: free,
  decoded: part('free', (name, of) =>
    isSentByUs(of) ? null : (of.kind === 'presented_credential' ? credential : token).member(name, of),
  ),
}
