import type { AssumingReads } from '@/lib/core/ports'
import type { Assumptions, OneTimeKind } from '@/lib/core/store-types'
import { createGuesses, type Guesses } from './guesses'
import { createOwnWrites } from './own-writes'
import type { CommitItem } from './rows'

/** Values that a request brings and that nearly always are new. Others are handed out here, and so are known here. */
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

/** What became of a commit, with what was learned of storage on the way. */
type Written =
  | { readonly status: 'committed'; readonly alone: boolean }
  | { readonly status: 'lost'; readonly seen: readonly string[] }

/**
 * Answers reads of a decision without asking storage, where the commit hook can tell as well whether the answer is right.
 *
 * - What this process wrote is remembered for as long as nobody else writes. The hook gives its state a new name whenever
 * someone else did; a commit names the state that it relies on. Several web processes on one storage are right by this,
 *   and not faster.
 * - A value that is new nearly always is taken for new; the hook looks whether it is.
 */
export interface OwnMemory {
  /** Reads for one decision, out of the memory or out of storage. */
  reads(storage: Pick<AssumingReads, 'session' | 'events' | 'oneTimeValue'>): AssumingReads
  /** Takes note of what storage calls its state now; `alone`: only this process changed anything since the last time. */
  onState(state: string, alone: boolean): void
  /** Takes over how a commit ended. */
  written(item: CommitItem, outcome: Written): void
  /** Forgets what was written: nobody knows whether it was. */
  forget(): void
}

export function createOwnMemory(): OwnMemory {
  const own = createOwnWrites()
  const aloneGuesses = createGuesses()
  const newGuesses = new Map<string, Guesses>([...usuallyNew].map((kind) => [kind, createGuesses()]))
  let state: string | null = null

  return {
    reads(storage) {
      const relied = state !== null && aloneGuesses.mayGuess() ? state : null
      let reliesOnState = false
      const unseen: Assumptions['unseen'][number][] = []
      /** Something remembered, if it may be relied upon: in the state in which this decision began. */
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
          if (!newGuesses.get(kind)?.mayGuess()) return storage.oneTimeValue(kind, digest)
          unseen.push({ kind, digest })
          return null
        },
        assumptions: () =>
          reliesOnState || unseen.length > 0 ? { state: reliesOnState ? relied : null, unseen } : null,
      }
    },
    onState(told, alone) {
      if (!alone) {
        own.forget()
        if (state !== null) aloneGuesses.wrong()
      } else aloneGuesses.right()
      state = told
    },
    written(item, outcome) {
      if (outcome.status === 'lost') {
        for (const kind of outcome.seen) newGuesses.get(kind)?.wrong()
        return
      }
      for (const [kind] of item.unseen) newGuesses.get(kind)?.right()
      // Beside someone else it may have been written by an earlier try, and changed since.
      if (outcome.alone) own.written(item)
    },
    forget: own.forget,
  }
}
