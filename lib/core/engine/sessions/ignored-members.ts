import { z } from 'zod'
import type { Exchange, HeaderField } from '../../shared/http/exchange'
import { boundNames } from '../../shared/http/problem-words'
import { readJsonBody } from '../../shared/http/read-json'
import { ProtocolError } from '../../shared/ports/errors'
import type { StoredEvent } from '../../shared/ports/store-types'
import { nearName } from '../../shared/recognise/near-name'
import { isObject, type Json, pointerStep } from '../../shared/values/json'

/** Ignored members as a read-back shows them. */
export const zIgnoredMembers = z
  .array(
    z.object({
      name: z.string(),
      nearly: z.string().optional().meta({ description: 'The member that has nearly this name.' }),
    }),
  )
  .meta({ description: 'Members of the request that this service does not have. Absent if there were none.' })

export type IgnoredMember = Readonly<z.infer<typeof zIgnoredMembers>[number]>

/** What a schema that lists the members of a request is known by. */
interface Listed {
  readonly shape: Readonly<Record<string, z.ZodType>>
}

/** The members of a body that this request does not have, in their order. */
export const unknownMembers = (names: Iterable<string>, { shape }: Listed): readonly string[] =>
  [...names].filter((name) => !Object.hasOwn(shape, name))

/** The one name that no object keeps that a schema has read. */
const unkept = '__proto__'

/** The names of a read body, and the one that its schema dropped from what was sent. */
export const namesOf = (read: object, exchange: Sent): readonly string[] => [
  ...Object.keys(read),
  ...(Object.hasOwn(membersSent(exchange), unkept) ? [unkept] : []),
]

type Sent = Pick<Exchange, 'body' | 'bodyOverflow'>

/** The members that were sent, before any schema read them; none of a body that is no object. */
function membersSent(exchange: Sent): Record<string, unknown> {
  const sent = readJsonBody(exchange)
  return sent.ok && isObject(sent.value) ? sent.value : {}
}

/** Members of an operation. */
const ofOperation = ['target', 'op', 'path', 'from', 'value', 'entry'] as const

/** Most operations that are looked through. */
const operationsMax = 16

/** The members of operations that no operation has, each with its place in the body. RFC6902-4 */
export const unknownInMutations = (mutations: unknown): readonly string[] =>
  (Array.isArray(mutations) ? mutations.slice(0, operationsMax) : []).flatMap((one: unknown, index) =>
    isObject(one)
      ? Object.keys(one)
          .filter((name) => !ofOperation.some((member) => member === name))
          .map((name) => `mutations/${index}/${name}`)
      : [],
  )

/** Members of the wallet that a campaign names. */
const ofWallet = ['name', 'version'] as const

/** The members that were sent of that wallet and that none has, each with its place in the body. */
export function unknownInWallet(exchange: Sent): readonly string[] {
  const { wallet } = membersSent(exchange)
  return isObject(wallet)
    ? Object.keys(wallet)
        .filter((name) => !ofWallet.some((member) => member === name))
        .map((name) => `wallet/${name}`)
    : []
}

/** The place of an unknown member of a known one: of an operation, or of a wallet. */
const insideOf = /^(mutations\/\d+\/|wallet\/)(.*)$/s

/** Most names in the header field, and in the sentence; the characters of each. */
const toldMax = 16
const charactersMax = 64

/** A name in printable ASCII, cut. */
const printable = (name: string): string => name.slice(0, charactersMax).replace(/[^\x20-\x7e]/g, '?')

/** As many names as a header field tells, each as it tells them. */
export const toldNames = (names: readonly string[]): string[] => names.slice(0, toldMax).map(printable)

/**
 * The header field that names ignored members, a list of strings whose last one says with `more` how many were left out;
 * none if nothing was ignored. RFC 9651 section 3.1
 */
export function ignoredHeader(ignored: readonly string[]): readonly HeaderField[] {
  if (ignored.length === 0) return []
  const names = toldNames(ignored).map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`)
  const more = ignored.length - names.length
  return [['Ignored-Members', `${names.join(', ')}${more === 0 ? '' : `;more=${more}`}`]]
}

/** The ignored members with what each may stand for. At most as many as an event keeps. */
export const shownIgnored = (ignored: readonly string[], listed: Listed): IgnoredMember[] =>
  boundNames(ignored).map((name) => {
    const nearly = meantBy(name, listed)
    return nearly === null ? { name } : { name, nearly }
  })

/** The one member that an unknown name is near to, by the strongest rule; `null` for none or several. */
function meantBy(named: string, { shape }: Listed): string | null {
  const [, place, inner] = insideOf.exec(named) ?? []
  const name = inner ?? named
  const known = place === undefined ? Object.keys(shape) : place === 'wallet/' ? ofWallet : ofOperation
  const found = known.flatMap((member) => {
    const near = nearName(member, [{ name }])
    return near === null ? [] : [{ member, by: near.by }]
  })
  const strongest = (['old_name', 'spelling', 'typo'] as const)
    .map((rule) => found.filter(({ by }) => by === rule))
    .find((ones) => ones.length > 0)
  return strongest?.length === 1 ? (strongest[0]?.member ?? null) : null
}

/** The same in one sentence; empty for nothing. */
export function ignoredWarning(ignored: readonly IgnoredMember[]): string[] {
  if (ignored.length === 0) return []
  const names = ignored
    .slice(0, toldMax)
    .map(({ name, nearly }) => `${printable(name)}${nearly === undefined ? '' : ` (nearly ${nearly})`}`)
  const more = ignored.length - names.length
  const verb = ignored.length === 1 ? 'is no member' : 'are no members'
  return [`Ignored: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`} ${verb} of this request.`]
}

/** The ignored members that the event of a creation names. */
export function ignoredOf(
  events: readonly StoredEvent[],
  type: 'session_created' | 'vp_session_created',
  listed: Listed,
): IgnoredMember[] {
  const names: Json | undefined = events.find((event) => event.type === type)?.detail.ignored_members
  const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  return shownIgnored(unknownMembers(texts, listed), listed)
}

function pointerOf(named: string): string {
  const [, place = '', name = named] = insideOf.exec(named) ?? []
  return `/${place}${pointerStep(name)}`
}

/** Refuses unknown members, for a request that prefers to be handled strictly. RFC 7240 section 4.4 */
export function refuseUnknown(ignored: readonly string[], listed: Listed): void {
  const errors = shownIgnored(ignored, listed).map(({ name, nearly }) => ({
    code: 'unknown_member',
    pointer: pointerOf(name),
    message:
      nearly === undefined ? 'This request has no such member.' : `This request has no such member: ${nearly} is near.`,
    clause: null,
  }))
  const [first] = errors
  if (first === undefined) return
  throw new ProtocolError(
    'unknown_member',
    `A member of the body: ${first.message}`,
    { pointer: first.pointer, errors },
    [['Preference-Applied', 'handling=strict']],
  )
}
