import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import type { SessionHead } from '../inspector/model/flow-model'

export type RunKind = 'issuance' | 'presentation' | 'campaign'

/** A wallet as named by its tester, or by itself; the latter has no version. */
interface RunWallet {
  readonly name: string
  readonly version?: string
}

/** The check that leads a run's failures, and what it says. */
export interface RunCause {
  readonly check: string
  readonly words: string
}

/** A session or campaign as this browser last saw it. */
export interface RecentSession {
  readonly sessionId: string
  /** Missing in lists of an earlier version, which only had issuance. */
  readonly kind?: RunKind
  /** Name given by the tester. */
  readonly name?: string
  /** Wallet of its campaign, or what the wallet called itself. */
  readonly wallet?: RunWallet
  readonly title: string
  /** RFC 3339. */
  readonly createdAt: string
  readonly tone: OutcomeTone
  /** Outcome in a sentence. */
  readonly words: string
  /** What broke first, shown in place of the outcome; absent if nothing did. */
  readonly cause?: RunCause
  /** What started it; empty where the service does not know, missing before the service was asked. */
  readonly startedBy?: string
  /** From its creation to its last request, in milliseconds; missing if no wallet used it, or before the service was asked. */
  readonly tookMillis?: number
  /** True once nothing more can happen; missing before the service was asked. */
  readonly over?: boolean
  /** Present if a built-in pipeline created it. */
  readonly builtIn?: true
  /** Whether this browser may rename it; missing before the service was asked. */
  readonly mayRename?: boolean
}

const storageKey = 'wallet-capture.sessions'

const entriesMax = 10_000

const none: readonly RecentSession[] = []

const isWallet = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && ['undefined', 'string'].includes(typeof value.version)

const isCause = (value: unknown): boolean =>
  isObject(value) && typeof value.check === 'string' && typeof value.words === 'string'

const isRecent = (value: unknown): value is RecentSession =>
  isObject(value) &&
  ['sessionId', 'title', 'createdAt', 'tone', 'words'].every((name) => typeof value[name] === 'string') &&
  ['fail', 'warn', 'pass', 'open'].some((tone) => tone === value.tone) &&
  [undefined, 'issuance', 'presentation', 'campaign'].some((kind) => kind === value.kind) &&
  (value.wallet === undefined || isWallet(value.wallet)) &&
  (value.cause === undefined || isCause(value.cause)) &&
  [value.mayRename, value.over].every((one) => ['undefined', 'boolean'].includes(typeof one)) &&
  ['undefined', 'number'].includes(typeof value.tookMillis) &&
  [value.name, value.startedBy].every((one) => ['undefined', 'string'].includes(typeof one))

/** Parses the stored list; unreadable content gives an empty list. */
export function parseRecent(text: string | null): readonly RecentSession[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isRecent) : none
  } catch {
    return none
  }
}

/** Puts a session first, without duplicates, and cuts the list to its maximum length. */
export const withRecent = (list: readonly RecentSession[], session: RecentSession): RecentSession[] =>
  [session, ...list.filter(({ sessionId }) => sessionId !== session.sessionId)].slice(0, entriesMax)

let cachedText: string | null = null

let cached: readonly RecentSession[] = none

/** Recent sessions of this browser, newest first. Referentially stable until something changes. */
export function readRecent(): readonly RecentSession[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage may be blocked: there are no recent sessions then.
  }
  if (text !== cachedText) {
    cachedText = text
    cached = parseRecent(text)
  }
  return cached
}

/** Server snapshot: a server has no such list. */
export const noRecent = (): readonly RecentSession[] => none

const listeners = new Set<() => void>()

function isStored(list: readonly RecentSession[]): boolean {
  const text = JSON.stringify(list)
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    return false
  }
  // Spares parsing ten thousand entries again.
  cachedText = text
  cached = list
  return true
}

function write(list: readonly RecentSession[]): void {
  // Storage may be full: drop the older half until the rest fits. Nothing fits if storage is blocked.
  for (let length = list.length; !isStored(list.slice(0, length)) && length > 1; length = Math.ceil(length / 2));
  for (const listener of listeners) listener()
}

/** Moves a session to the top of the list. */
export const remember = (session: RecentSession): void => write(withRecent(readRecent(), session))

/** Updates sessions in place. */
export function update(fresh: readonly RecentSession[]): void {
  const byId = new Map(fresh.map((one) => [one.sessionId, one]))
  let isChanged = false
  const updated = readRecent().map((one) => {
    const now = byId.get(one.sessionId)
    if (now === undefined) return one
    const next = { ...one, ...now }
    isChanged ||= JSON.stringify(next) !== JSON.stringify(one)
    return next
  })
  if (isChanged) write(updated)
}

/** Empties the list. */
export const forgetAll = (): void => write([])

/** Calls back when the list changes, in this tab or another. */
export function subscribeRecent(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

export const runKindWords: Readonly<Record<RunKind, string>> = {
  issuance: 'Issuance',
  presentation: 'Presentation',
  campaign: 'Campaign',
}

/** What broke first in a session, for a list. */
export const causeOf = ({ cause }: Pick<SessionHead, 'cause'>): { readonly cause?: RunCause } =>
  cause === null ? {} : { cause: { check: cause.check, words: cause.headline } }

/** Page of a run. */
export function runPath({ kind = 'issuance', sessionId }: Pick<RecentSession, 'kind' | 'sessionId'>): string {
  if (kind === 'campaign') return paths.campaign(sessionId)
  return kind === 'presentation' ? paths.inspectPresentation(sessionId) : paths.inspectIssuance(sessionId)
}
