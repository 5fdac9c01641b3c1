import { readJsonText } from '../http/read-json'
import { digestOf } from '../ports/digests'
import type { SessionId } from '../ports/ids'
import type { Sha256 } from '../ports/ports'
import type { OneTimeValue } from '../ports/store-types'
import type { EpochMillis } from '../time/time'
import { fromBase64url, fromUtf8 } from '../values/base64url'
import { isObject } from '../values/json'
import { say, type Wording, word } from '../values/wording'
import { nameOfKind, type ValueKind } from './kinds'
import type { KnownKey, SignedToken } from './who-signed'

/** Most values of one message that are looked up, and the longest of them. */
export const lookedUpMax = { values: 8, characters: 512, tokenCharacters: 4096 } as const

/** Whose value it is, nearest first. */
type Owner = 'this_request' | 'this_session' | 'another_session' | 'this_service'

/** What a value is. It says neither the value nor, of another session, which one or when. */
export interface Recognised {
  readonly kind: ValueKind
  readonly whose: Owner
  /** Only of a stored value of this session; `null` for any other, so that nobody can probe a value. */
  readonly state: 'live' | 'used' | 'expired' | 'revoked' | null
}

/** A value of the message, of the request that it answers, or of this service, and what it is. */
export interface KnownValue {
  readonly kind: ValueKind
  readonly value: string
  readonly whose: Exclude<Owner, 'another_session'>
}

/** Everything that a value is compared with. */
export interface KnownValues {
  /** The session of the message; `null` if it is not known. */
  readonly sessionId: SessionId | null
  /** In the order in which they are compared. */
  readonly values: readonly KnownValue[]
  /** Recognises a value that this service makes and does not store. */
  readonly made?: (value: string) => Pick<Recognised, 'kind' | 'whose'> | null
  /** Public keys that a signature is tried with if it does not fit its own, nearest first. */
  readonly keys?: () => Promise<readonly KnownKey[]>
  /** Tokens of the request by the names of evidence, each with the key that should have signed it. */
  readonly tokens?: (name: string) => readonly SignedToken[]
}

export interface WhatIsContext extends KnownValues {
  /** Stored rows with one of the digests of the values. */
  readonly stored: readonly OneTimeValue[]
  readonly now: EpochMillis
  readonly sha256: Sha256
}

/**
 * What a value is that stands where another was due: one of the same message or request, one in storage, or one that
 * this service makes. `null` if it is unknown, or of the kind that was due.
 */
export function whatIs(
  value: string,
  { due, ...context }: WhatIsContext & { readonly due: ValueKind },
): Recognised | null {
  if (!mayLookUp(value)) return null
  const known = context.values.find((one) => one.value === value && one.kind !== due)
  if (known !== undefined) return { kind: known.kind, whose: known.whose, state: null }
  const digests = digestsOf(value, context.sha256)
  const row = context.stored.find(({ kind, digest }) => kind !== due && digests.includes(digest))
  if (row !== undefined && nameOfKind(row.kind) !== null) return ofRow(row, context)
  const made = context.made?.(value) ?? null
  return made === null || made.kind === due ? null : { ...made, state: null }
}

function ofRow(row: OneTimeValue, { sessionId, now }: Pick<WhatIsContext, 'sessionId' | 'now'>): Recognised {
  const { kind } = row
  // Without a session of the request nobody can say whether the value is of another one.
  if (row.sessionId === null || sessionId === null) return { kind, whose: 'this_service', state: null }
  if (row.sessionId !== sessionId) return { kind, whose: 'another_session', state: null }
  return { kind, whose: 'this_session', state: stateOf(row, now) }
}

function stateOf({ consumedAt, revokedAt, expiresAt }: OneTimeValue, now: EpochMillis): Recognised['state'] {
  if (revokedAt !== null) return 'revoked'
  if (consumedAt !== null) return 'used'
  return expiresAt <= now ? 'expired' : 'live'
}

const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Whether a value is short enough; an access token is longer than any other value of ours. */
export const mayLookUp = (value: string): boolean =>
  value.length > 0 &&
  (value.length <= lookedUpMax.characters || (value.length <= lookedUpMax.tokenCharacters && tokenForm.test(value)))

/** The digests under which a value may be stored: its own, and that of its `jti` if it has the form of a token. */
export function digestsOf(value: string, sha256: Sha256): string[] {
  const jti = tokenForm.test(value) ? jtiOf(value) : null
  return [digestOf(value, sha256), ...(jti === null ? [] : [digestOf(jti, sha256)])]
}

function jtiOf(token: string): string | null {
  const bytes = fromBase64url(token.split('.')[1] ?? '')
  const claims = readJsonText((bytes && fromUtf8(bytes)) ?? '')
  return claims.ok && isObject(claims.value) && typeof claims.value.jti === 'string' ? claims.value.jti : null
}

const owners: Readonly<Record<Owner, Wording>> = {
  this_request: say`of this request`,
  this_session: say`of this session`,
  another_session: say`of another session`,
  this_service: say`of this service`,
}

const states = {
  used: say`, which was used before`,
  expired: say`, which has expired`,
  revoked: say`, which was revoked`,
} as const

/** What a value is, in words: `the access token of this request`. All of them are ours. */
export function wordsFor({ kind, whose, state }: Recognised): Wording {
  const name = nameOfKind(kind) ?? 'value'
  const article = whose === 'this_request' ? 'the' : /^[aeiou]/i.test(name) && !/^u/i.test(name) ? 'an' : 'a'
  const ended = state === null || state === 'live' ? say`` : states[state]
  return say`${word(article)} ${word(name)} ${owners[whose]}${ended}`
}

/** Whether an HTTP answer may name it: only what the request or its session holds, so that nobody can probe values. */
export const mayAnswer = ({ whose }: Pick<Recognised, 'whose'>): boolean =>
  whose === 'this_request' || whose === 'this_session'
