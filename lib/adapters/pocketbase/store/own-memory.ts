import type { AssumingReads } from '@/lib/core/ground/ports/store'
import type { Assumptions, OneTimeKind } from '@/lib/core/ground/ports/store-types'
import type { CommitItem } from '../rows/commit-item'
import { createOwnWrites } from './own-writes'

/**
 * Kinds of values that requests bring and that are nearly always new. They are never consumed or revoked, so a stored
 * one never changes. We issue the values of all other kinds, so they are known here.
 */
const usuallyNew: ReadonlySet<OneTimeKind> = new Set([
  'dpop_jti',
  'dpop_key',
  'holder_key',
  'client_assertion_jti',
  'attestation_pop_jti',
  'pkce_challenge',
  'pushed_state',
  'wallet_nonce',
  'jwe_epk',
  'credential_instance',
])

/** The outcome of a commit, including what it reveals about storage. */
type Written =
  | { readonly status: 'committed'; readonly soleWriter: boolean }
  | { readonly status: 'lost'; readonly alreadyStored: readonly string[] }

/**
 * Answers reads of a decision without asking storage, where the commit hook can verify the answer.
 *
 * - It remembers what this process wrote until somebody else writes. The hook renames the storage's state whenever that
 *   happens, and a commit names the state that it relies on. With several web processes on one storage this stays
 *   correct, but saves nothing.
 * - A value of a kind that is nearly always new is assumed to be new; the hook verifies it. A value that was not new,
 *   like a credential that a wallet presents again, is remembered after it was read.
 *
 * It learns of a commit from storage's answer, together with the name of the state, so it belongs to the store. Pages
 * and read-backs always read storage and have a memory of their own (`session-memory.ts`).
 */
export interface OwnMemory {
  /** The reads of one decision, answered from memory or from storage. */
  reads(storage: Pick<AssumingReads, 'session' | 'events' | 'oneTimeValue'>): AssumingReads
  /**
   * Takes storage's name for its current state. `soleWriter` is true if only this process has written since the last
   * call.
   */
  onState(state: string, soleWriter: boolean): void
  /** Applies the outcome of a commit. */
  written(item: CommitItem, outcome: Written): void
  /** Forgets everything, because the outcome of a write is unknown. */
  forget(): void
}

export function createOwnMemory(): OwnMemory {
  const own = createOwnWrites()
  const soleWriterGuesses = createGuesses()
  const newGuesses = new Map<string, Guesses>([...usuallyNew].map((kind) => [kind, createGuesses()]))
  let state: string | null = null

  return {
    reads(storage) {
      const relied = state !== null && soleWriterGuesses.mayGuess() ? state : null
      let reliesOnState = false
      const unseen: Assumptions['unseen'][number][] = []
      /** Returns a remembered value if storage is still in the state in which this decision began. */
      const remembered = <Value>(recall: () => Value | undefined): Value | undefined => {
        if (relied === null || relied !== state) return undefined
        const value = recall()
        if (value !== undefined) reliesOnState = true
        return value
      }
      return {
        session: async (id) => remembered(() => own.session(id)) ?? storage.session(id),
        events: async (id) => remembered(() => own.events(id)) ?? storage.events(id),
        async oneTimeValue(kind, digest) {
          const value = remembered(() => own.value(kind, digest))
          if (value !== undefined) return value
          const guesses = newGuesses.get(kind)
          if (guesses?.mayGuess()) {
            unseen.push({ kind, digest })
            return null
          }
          const stored = await storage.oneTimeValue(kind, digest)
          // A value read in a state that has ended meanwhile must not be kept.
          if (guesses && stored !== null && relied !== null && relied === state) own.keep(stored)
          return stored
        },
        assumptions: () =>
          reliesOnState || unseen.length > 0 ? { state: reliesOnState ? relied : null, unseen } : null,
      }
    },
    onState(told, soleWriter) {
      if (!soleWriter) {
        own.forget()
        if (state !== null) soleWriterGuesses.wrong()
      } else soleWriterGuesses.right()
      state = told
    },
    written(item, outcome) {
      if (outcome.status === 'lost') {
        for (const kind of outcome.alreadyStored) newGuesses.get(kind)?.wrong()
        return
      }
      for (const [kind] of item.unseen) newGuesses.get(kind)?.right()
      // If there was another writer, an earlier attempt may have written this item and someone may have changed it
      // since.
      if (outcome.soleWriter) own.written(item)
    },
    forget: own.forget,
  }
}

/** Decides whether guessing pays off, based on how often guesses were wrong. */
export interface Guesses {
  /** Whether to guess. False during a pause, which each call shortens by one. */
  mayGuess(): boolean
  right(): void
  wrong(): void
}

/** Maximum length of a pause, in calls of `mayGuess`. */
const pauseMax = 1024

/**
 * A wrong guess costs the request a second round trip, so each one starts a pause twice as long as the last. A right
 * guess shortens the next pause by one call.
 */
export function createGuesses(): Guesses {
  let pause = 0
  let next = 1
  return {
    mayGuess() {
      if (pause === 0) return true
      pause--
      return false
    },
    right() {
      if (next > 1) next--
    },
    wrong() {
      pause = next
      next = Math.min(next * 2, pauseMax)
    },
  }
}
