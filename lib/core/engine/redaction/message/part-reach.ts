import type { JsonObject } from '../../../ground/values/json'
import type { Reach } from '../values/concealment'

/**
 * How far values of persons are searched for in a part of what is shown. Own words count only in a view that this
 * service made: a member of the same name in what a wallet sent, or an issuer signed, is as any other.
 */
export interface Part {
  readonly reach: Reach
  /** The part that a member is; `null` where we wrote what is in it. */
  readonly member: (name: string, of: JsonObject) => Part | null
}

const part = (reach: Reach, member: Part['member']): Part => ({ reach, member })

/** In the place of a hidden value stand our words, but for what is inside it. A wallet's own `true` is never shown. */
const isOurWord = (name: string, of: JsonObject): boolean =>
  (of.redacted === true && !peerMembers.has(name)) || of.unparsed === true || of.truncated === true

/** What is left of a value in its place. */
const peerMembers: ReadonlySet<string> = new Set(['items', 'decrypted', 'did_method'])

/** Words of a specification, and what certificates say of an issuer. */
const technicalMembers: ReadonlySet<string> = new Set(['alg', 'enc', 'kty', 'crv', 'zip', 'x5c', 'x5chain'])

/** What a peer wrote, whatever its members are called. */
const written = (reach: Reach, isTechnical: (name: string) => boolean = () => false): Part => {
  const technical: Part | null = reach === 'technical' ? null : written('technical')
  const self: Part = part(reach, (name, of) =>
    isOurWord(name, of) ? null : technical !== null && isTechnical(name) ? technical : self,
  )
  return self
}

const free = written('free', (name) => name === 'x5c')
const signed = written('technical')
/** The header and the claims of a token that a wallet signed. */
const content = written('free', (name) => technicalMembers.has(name))

/** Header fields in which software writes what it likes. The others are names, lengths and times of HTTP. */
const freeFields: ReadonlySet<string> = new Set([
  'user-agent',
  'referer',
  'content-location',
  'link',
  'x-original-url',
  'x-rewrite-url',
])

/** Words and numbers that our views of tokens hold beside what is in the token. */
const ownMembers: ReadonlySet<string> = new Set([
  ...['kind', 'format', 'signature', 'thumbprint', 'part_lengths', 'digest', 'digest_id', 'digest_ok', 'requested'],
  ...['cbor_tag', 'count', 'elements_omitted', 'disclosures_omitted', 'documents_omitted'],
])
const contentMembers: ReadonlySet<string> = new Set(['header', 'claims'])

/** Of a credential, all but its key binding is the word of its issuer; values stand in it as its session wants to see them. */
const credential: Part = part('technical', (name, of) => {
  if (name === 'value' || isOurWord(name, of) || ownMembers.has(name)) return null
  if (name === 'key_binding') return token
  return contentMembers.has(name) ? signed : credential
})

const token: Part = part('free', (name, of) =>
  isOurWord(name, of) || ownMembers.has(name) ? null : contentMembers.has(name) ? content : free,
)

const isSentByUs = ({ source }: JsonObject): boolean => typeof source === 'string' && source.startsWith('response.')

/** How the parts of an exchange about a person are finished. */
export const parts: Readonly<Record<'headers' | 'path' | 'query' | 'body' | 'decoded', Part>> = {
  headers: part('technical', (name, of) => (freeFields.has(name) ? free : signed.member(name, of))),
  path: signed,
  query: free,
  body: free,
  decoded: part('free', (name, of) =>
    isSentByUs(of) ? null : (of.kind === 'presented_credential' ? credential : token).member(name, of),
  ),
}
