import type { HandedOut } from '@/lib/core/engine/endpoints/endpoint'
import { isGap, withoutGaps } from '@/lib/core/engine/redaction/values/text-readings'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { MadeIn, Span } from '@/lib/core/shared/ports/made-in'
import type { Clock, Random, Sha256 } from '@/lib/core/shared/ports/ports'
import type { OneTimeKind } from '@/lib/core/shared/ports/store-types'
import { atOnce, type PausableWork } from '@/lib/core/shared/time/pausable-work'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { createFairMemory } from './fair-memory'
import { eachOpaqueWindow, standsAlone } from './opaque-windows'
import { addHash, createRollingHashes, newHashSet } from './rolling-hashes'

/**
 * How many characters at the start and at the end of a value identify it: 132 bits of a random one. A value that was cut
 * in two is found by either half.
 */
const anchorCharacters = 22
const base64urlOnly = /^[\w-]{22}$/

/** A live value that another process made, or this one before a restart: storage knows its SHA-256. */
interface StoredValue {
  readonly kind: OneTimeKind
  readonly digest: string
  readonly expiresAt: EpochMillis
  readonly sessionId: SessionId | null
}

export interface MadeSecrets {
  /** Remembers the secrets in a response to this network; whoever makes most loses its own oldest first. */
  note(handedOut: readonly HandedOut[], network?: string): void
  /** The same in steps, for the thousands of values in a large batch of credentials. */
  noteInSteps(handedOut: readonly HandedOut[], network?: string): PausableWork<void>
  /** Remembers values by what storage knows of them. */
  noteStored(values: readonly StoredValue[]): void
  /**
   * What finds live values in the texts of one record, but for those that the evidence of its session shows. `words`:
   * further texts that are to be found there; short ones where no letter and no digit is beside them.
   */
  search(record?: { readonly words?: readonly string[]; readonly session?: SessionId | null }): MadeIn
}

/** The kinds of stored values that are random texts of ours, and secret. */
export const secretKinds: ReadonlySet<OneTimeKind> = new Set([
  'pre_authorized_code',
  'issuer_state',
  'c_nonce',
  'request_uri',
  'authorization_code',
  'chained_state',
  'chained_code',
  'response_code',
  'refresh_token',
  'transaction_id',
  'credential_identifier',
  'vp_nonce',
])

/** What of a `request_uri` its digest covers besides. RFC9126-2.2 */
const requestUriPrefix = 'urn:ietf:params:oauth:request_uri:'
/**
 * How many digests to compute for one record, which is some milliseconds of work; then as many again for what stands alone. What
 * looks like a value then is taken for one.
 */
const digestsMax = 5000

/** How many values to remember in one step, which takes some milliseconds: each costs up to three digests. */
const notedPerStep = 500

/** A live value, identified by digests; the value itself is not kept. */
interface Alive {
  readonly expiresAt: EpochMillis
  /** The session whose evidence shows it. */
  readonly shownIn: SessionId | null
  readonly length: number
  /** Digest of the whole value. */
  readonly whole: string
}

/** The start or the end of a live value. */
interface Anchor {
  readonly hash: number
  /** How many characters of the value stand before it. */
  readonly before: number
  readonly of: Alive
}

/**
 * Remembers, by digest, the secrets that this service issued and that are still valid. A request may contain one in an
 * unexpected place: inside a decoded token, inside a word, or as a name.
 * Computing a digest at every position of a text would cost more than everything else. So each start and end of a secret
 * also has a 32-bit rolling hash under a key of this process, and the digest is computed only where that hash matches.
 * Of values from before a restart, or of another process, only the digest is known, so that it is computed at every
 * place that could be one.
 */
export function createMadeSecrets({
  sha256,
  random,
  now,
  words = [],
  rememberedMax = 50_000,
}: {
  readonly sha256: Sha256
  readonly random: Random
  readonly now: Clock
  /** What is always secret: the keys and the token of the operator. */
  readonly words?: readonly string[]
  /** Maximum number of remembered values, and of parts of credentials, of which one response has dozens. */
  readonly rememberedMax?: number
}): MadeSecrets {
  const hashes = createRollingHashes(anchorCharacters, random)
  const values = createFairMemory<Anchor>(2 * rememberedMax)
  const parts = createFairMemory<Anchor>(2 * rememberedMax)
  /** How many anchors have a hash. */
  const hashed = new Map<number, number>()
  /**
   * The hashes of live anchors, and of some that were forgotten since this filter was built. It rules out nearly every
   * position of a text.
   */
  let noted = newHashSet()
  let forgotten = 0

  const digest = (value: string): string => Buffer.from(sha256(value)).toString('base64url')
  const forget = ({ hash }: Anchor): void => {
    forgotten += 1
    const others = (hashed.get(hash) ?? 1) - 1
    if (others === 0) hashed.delete(hash)
    else hashed.set(hash, others)
  }
  const remember = ({ secret, expiresAt, kind = 'value', shownIn = null }: HandedOut, network: string): void => {
    const value = withoutPrefix(secret)
    const pool = kind === 'value' ? values : parts
    const alive: Alive = { expiresAt, shownIn, length: value.length, whole: digest(value) }
    for (const before of anchorsOf(value, kind)) {
      const text = value.slice(before, before + anchorCharacters)
      const hash = hashes.of(text)
      if (hash === null) continue
      const key = digest(text)
      hashed.set(hash, (hashed.get(hash) ?? 0) + 1)
      addHash(noted, hash)
      pool.add(key, { hash, before, of: alive }, network).forEach(forget)
    }
    if (forgotten > 2 * rememberedMax) {
      noted = newHashSet()
      for (const alike of hashed.keys()) addHash(noted, alike)
      forgotten = 0
    }
  }

  const stored = new Map<string, { readonly expiresAt: EpochMillis; readonly shownIn: SessionId | null }>()
  let hasRequestUris = false
  /** When the last of them ends. */
  let storedUntil = epochMillis(0)
  const noteStored = (rows: readonly StoredValue[]): void => {
    for (const { kind, digest: key, expiresAt, sessionId } of rows) {
      if (!secretKinds.has(kind)) continue
      hasRequestUris ||= kind === 'request_uri'
      if (expiresAt > storedUntil) storedUntil = expiresAt
      stored.set(key, { expiresAt, shownIn: kind === 'vp_nonce' ? sessionId : null })
    }
    const at = now()
    for (const [key, { expiresAt }] of stored) if (expiresAt <= at || stored.size > rememberedMax) stored.delete(key)
  }

  /** Where values of this process are. */
  const noteIn = (text: string, { at, session, found }: Looking): void =>
    hashes.each(text, noted, (hash, to) => {
      if (!hashed.has(hash)) return
      const from = startOf(text, to, anchorCharacters)
      const key = digest(gapless(text.slice(from, to)))
      const anchor = values.get(key) ?? parts.get(key)
      if (anchor === undefined || !isSecret(anchor.of, { at, session })) return
      const after = anchor.of.length - anchor.before - anchorCharacters
      const whole = { from: startOf(text, from, anchor.before), to: endOf(text, to, after) }
      found.push(
        digest(gapless(text.slice(whole.from, whole.to))) === anchor.of.whole
          ? whole
          : { from: startOf(text, from, anchor.before, isOfValue), to: endOf(text, to, after, isOfValue) },
      )
    })

  /** Where values are that storage alone knows; once the budget is spent, all that look like one. */
  const storedIn = (text: string, { at, session, budget, found }: Looking): void =>
    eachOpaqueWindow(text, (from, to) => {
      const share = budget.digests > 0 ? 'digests' : 'alone'
      if (budget[share] <= 0 || (share === 'alone' && !standsAlone(text, from, to))) {
        const last = found.at(-1)
        if (last?.isGuess && last.from <= from && from <= last.to)
          found[found.length - 1] = { from: last.from, to, isGuess: true }
        else found.push({ from, to, isGuess: true })
        return
      }
      budget[share] -= hasRequestUris ? 2 : 1
      const value = gapless(text.slice(from, to))
      const known =
        stored.get(digest(value)) ?? (hasRequestUris ? stored.get(digest(requestUriPrefix + value)) : undefined)
      if (known !== undefined && isSecret(known, { at, session })) found.push({ from, to })
    })

  function* noteInSteps(handedOut: readonly HandedOut[], network = ''): PausableWork<void> {
    for (const [index, one] of handedOut.entries()) {
      if (index > 0 && index % notedPerStep === 0) yield
      remember(one, network)
    }
  }

  return {
    note: (handedOut, network) => atOnce(noteInSteps(handedOut, network)),
    noteInSteps,
    noteStored,
    search({ words: more = [], session = null } = {}) {
      const budget = { digests: digestsMax, alone: digestsMax }
      const literal = [...words, ...more]
      return (text) => {
        const looking: Looking = { at: now(), session, budget, found: [] }
        if (hashed.size > 0) noteIn(text, looking)
        if (looking.at < storedUntil) storedIn(text, looking)
        for (const word of literal) wordIn(text, word, looking.found)
        return looking.found
      }
    },
  }
}

/** How one text is searched, and what was found in it. */
interface Looking {
  readonly at: EpochMillis
  /** The session of the record. */
  readonly session: SessionId | null
  readonly budget: { digests: number; alone: number }
  readonly found: Span[]
}

/** Whether a value still works, and this record is not meant to show it. */
const isSecret = (
  { expiresAt, shownIn }: Pick<Alive, 'expiresAt' | 'shownIn'>,
  { at, session }: Pick<Looking, 'at' | 'session'>,
): boolean => expiresAt > at && (shownIn === null || shownIn !== session)

/** From this length on, no text is in another by chance. */
const certainCharactersMin = 16

/** Where a word is as a whole; a long one also inside a run, and across gaps. */
function wordIn(text: string, word: string, found: Span[]): void {
  if (text.length < word.length) return
  const isLong = word.length >= certainCharactersMin
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
    const to = from + word.length
    const isAlone = !isWordCharacter(text[from - 1]) && !isWordCharacter(text[to])
    if (isLong || isAlone) found.push({ from, to })
  }
  if (!isLong) return
  const { joined, places } = withoutGaps(text)
  if (places === null) return
  const bare = gapless(word)
  for (let from = joined.indexOf(bare); from >= 0; from = joined.indexOf(bare, from + bare.length))
    found.push({ from: places[from] ?? 0, to: (places[from + bare.length - 1] ?? 0) + 1 })
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** A value without what every one of its kind begins with: `urn:ietf:params:oauth:request_uri:`. */
const withoutPrefix = (secret: string): string => secret.slice(secret.lastIndexOf(':') + 1)

/**
 * Where the parts of a value are that identify it: all signed tokens of a kind begin alike. Disclosures of one claim and value
 * end alike, so that the later half of one is found by what the last that was made ends with.
 */
function anchorsOf(value: string, kind: NonNullable<HandedOut['kind']>): readonly number[] {
  const start = value.lastIndexOf('.') + 1
  const end = value.length - anchorCharacters
  const places = {
    value: () => [start, end],
    disclosure: () => [start, end],
    document: () => [end],
  }
  return [...new Set(places[kind]())].filter((at) => base64urlOnly.test(value.slice(at, at + anchorCharacters)))
}

/** Where that many characters before a place begin; earlier ends at what belongs to no value. */
function startOf(text: string, end: number, count: number, isPart: (code: number) => boolean = () => true): number {
  let start = end
  let left = count
  for (let at = end - 1; at >= 0 && left > 0; at--) {
    const code = text.charCodeAt(at)
    if (!isPart(code)) break
    if (isGap(code)) continue
    start = at
    left -= 1
  }
  return start
}

/** Where that many characters after a place end, likewise. */
function endOf(text: string, start: number, count: number, isPart: (code: number) => boolean = () => true): number {
  let end = start
  let left = count
  for (let at = start; at < text.length && left > 0; at++) {
    const code = text.charCodeAt(at)
    if (!isPart(code)) break
    if (isGap(code)) continue
    end = at + 1
    left -= 1
  }
  return end
}

/** The characters of our values: base64url, and what divides the parts of tokens. */
const isOfValue = (code: number): boolean => /[\w.~-]/.test(String.fromCharCode(code))

const gapless = (text: string): string => withoutGaps(text).joined
