import type { SessionVerdict } from '@/lib/core/evidence/verdict'
import { isObject } from '@/lib/core/json'

/** A session as this browser last saw it. */
export interface RecentSession {
  readonly sessionId: string
  /** Absent in a list of an earlier version, which knew issuance only. */
  readonly kind?: 'issuance' | 'presentation'
  readonly title: string
  /** RFC 3339. */
  readonly createdAt: string
  readonly tone: SessionVerdict['tone']
  /** Its verdict, or what it waited for. */
  readonly words: string
  /** How many checks failed, warned and passed, in words. */
  readonly counts?: string
  /** One letter for each check, as `strip-text` writes it. */
  readonly strip?: string
  /** The fault that the reference wallet was run with. */
  readonly fault?: string
}

const storageKey = 'wallet-capture.sessions'
const entriesMax = 10
const none: readonly RecentSession[] = []

const isRecent = (value: unknown): value is RecentSession =>
  isObject(value) &&
  ['sessionId', 'title', 'createdAt', 'tone', 'words'].every((name) => typeof value[name] === 'string') &&
  ['fail', 'warn', 'pass', 'open'].some((tone) => tone === value.tone) &&
  [undefined, 'issuance', 'presentation'].some((kind) => kind === value.kind) &&
  ['counts', 'strip', 'fault'].every((name) => ['undefined', 'string'].includes(typeof value[name]))

/** Reads the list from its stored text; anything unreadable is an empty list. */
export function parseRecent(text: string | null): readonly RecentSession[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isRecent) : none
  } catch {
    return none
  }
}

/** The list with this session first, once, and no longer than it may be. */
export const withRecent = (list: readonly RecentSession[], session: RecentSession): RecentSession[] =>
  [session, ...list.filter(({ sessionId }) => sessionId !== session.sessionId)].slice(0, entriesMax)

let cachedText: string | null = null
let cached: readonly RecentSession[] = none

/** The recent sessions of this browser, newest first. The same list as long as nothing changed. */
export function readRecent(): readonly RecentSession[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage may be forbidden: there are no recent sessions then.
  }
  if (text !== cachedText) {
    cachedText = text
    cached = parseRecent(text)
  }
  return cached
}

/** What a server, which has no such list, shows. */
export const noRecent = (): readonly RecentSession[] => none

const listeners = new Set<() => void>()

function write(list: readonly RecentSession[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(list))
  } catch {
    // Storage may be full or forbidden: the list is a convenience.
  }
  for (const listener of listeners) listener()
}

/** Puts a session on top of the list. */
export const remember = (session: RecentSession): void => write(withRecent(readRecent(), session))

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
