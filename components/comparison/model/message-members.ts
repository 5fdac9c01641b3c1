import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { tokenName } from '../../inspector/model/decoded-tokens'
import { isCompared } from './member-rules'

/** One member of a message as the record shows it. */
export interface Member {
  /** Names and indexes within its group. */
  readonly path: readonly string[]
  /** A value without members of its own that are compared. */
  readonly value: Json
}

/** The members of one part of a message: a token, the body, the query or the header fields. */
export interface MemberGroup {
  /** Equal for the same part of two messages. */
  readonly key: string
  readonly title: string
  /** Kind of the token, and the path within it, as checks name them; `null` outside a token. */
  readonly token: { readonly kind: string; readonly path: string; readonly source: string } | null
  readonly members: readonly Member[]
}

/** Most members of one message that are compared. */
export const membersMax = 400
/** How deep to look into a value; deeper ones are compared whole. */
const depthMax = 8

/** Tokens of ours, which the wallet can only repeat. */
const isOurs = ({ kind, signature }: JsonObject): boolean => kind === 'access_token' || signature === 'ours'

const isHidden = (value: JsonObject): boolean => value.redacted === true

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The members of what was sent in an exchange, by part; of very many the first. */
export function messageMembers(exchange: ExchangeView): {
  readonly groups: readonly MemberGroup[]
  readonly leftOut: number
} {
  const found: MemberGroup[] = []
  let room = membersMax
  let leftOut = 0
  const add = (group: Omit<MemberGroup, 'members'>, value: Json) => {
    const members: Member[] = []
    leftOut += collect(value, members, room)
    room -= members.length
    if (members.length > 0) found.push({ ...group, members })
  }
  const { method, headers, query, body, decoded } = exchange
  add({ key: 'body', title: 'Body', token: null }, body === null ? {} : isObject(body) ? body : { body })
  const counts = new Map<string, number>()
  for (const token of decoded) {
    const source = textOf(token.source)
    if (source.startsWith('response.') || isOurs(token)) continue
    const kind = textOf(token.kind)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    for (const [path, title, value] of tokenParts(token))
      add(
        {
          key: `${kind} ${count} ${path}`,
          title: `${title}${count === 1 ? '' : ` ${count}`}`,
          token: { kind, path, source },
        },
        value,
      )
  }
  add({ key: 'query', title: 'Query', token: null }, query)
  const fields = Object.fromEntries(Object.entries(headers).filter(([name]) => isCompared(name)))
  add({ key: 'headers', title: 'Method and header fields', token: null }, { method, ...fields })
  return { groups: found, leftOut }
}

/** The parts of a token in the order of reading: path as checks name it, title, value. */
function tokenParts(token: JsonObject): [path: string, title: string, value: Json][] {
  const name = tokenName(token)
  const { kind: _kind, source: _source, format: _format, part_lengths: _lengths, ...rest } = token
  const { key_binding: binding, header, claims, disclosures, documents, ...facts } = rest
  const parts: [string, string, Json][] = []
  if (isObject(binding)) {
    const { header: bindingHeader = {}, claims: bindingClaims = {}, ...others } = binding as JsonObject
    parts.push(['key_binding.claims', 'Key Binding JWT, claims', bindingClaims])
    parts.push(['key_binding.header', 'Key Binding JWT, header', bindingHeader])
    parts.push(['key_binding', 'Key Binding JWT', others])
  }
  if (isObject(claims)) parts.push(['claims', `${name}, claims`, withoutDigests(claims as JsonObject)])
  if (isObject(header)) parts.push(['header', `${name}, header`, header as JsonObject])
  if (Array.isArray(documents))
    for (const [index, document] of documents.entries())
      parts.push(['documents.0', `${name}${index === 0 ? '' : `, document ${index + 1}`}`, documentFacts(document)])
  parts.push([
    '',
    name,
    {
      ...(Array.isArray(disclosures) ? { disclosed: namesOf(disclosures) } : {}),
      ...('key_binding' in rest ? { 'Key Binding JWT': isObject(binding) ? 'present' : 'absent' } : {}),
      ...Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null)),
    },
  ])
  return parts
}

/** Digests of what is not disclosed say nothing about the wallet. */
const withoutDigests = ({ _sd: _digests, ...claims }: JsonObject): JsonObject => claims

/** What a document holds, with its elements by name. */
function documentFacts(document: Json): Json {
  if (!isObject(document)) return document
  const { elements, ...facts } = document as JsonObject
  return { ...(Array.isArray(elements) ? { disclosed: namesOf(elements) } : {}), ...facts }
}

/** Names of what a credential discloses, in order: a wallet chooses the order. */
const namesOf = (items: readonly Json[]): string =>
  items
    .slice(0, membersMax)
    .map((item) => {
      if (!isObject(item)) return '?'
      const { path, name, claim, element } = item
      const said = Array.isArray(path) ? path.join('.') : textOf(element) || textOf(claim) || textOf(name)
      return said || '(element of a list)'
    })
    .sort()
    .join(', ')

/**
 * Collects the members of a value in order.
 * @param room how many there is room for
 * @returns how many did not fit
 */
function collect(root: Json, members: Member[], room: number): number {
  let leftOut = 0
  const leaf = (path: readonly string[], value: Json) => {
    if (members.length < room) members.push({ path, value })
    else leftOut += 1
  }
  const walk = (value: Json, path: readonly string[]) => {
    const isScalar = typeof value !== 'object' || value === null
    if (isScalar || path.length >= depthMax) leaf(path, value)
    else if (Array.isArray(value)) {
      if (value.every((item) => typeof item !== 'object' || item === null)) leaf(path, value)
      else for (const [index, item] of value.entries()) walk(item, [...path, String(index)])
    } else if (isHidden(value)) {
      if (Array.isArray(value.items)) walk(value.items, path)
      else leaf(path, value)
      if (isObject(value.decrypted)) walk(value.decrypted as JsonObject, path)
    } else {
      const entries = Object.entries(value)
      if (entries.length === 0 && path.length > 0) leaf(path, value)
      for (const [name, item] of entries) walk(item, [...path, name])
    }
  }
  walk(root, [])
  return leftOut
}
