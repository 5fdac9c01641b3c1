import type { ConformanceEntry } from '../engine/evidence/session-view'
import type { FindingStatus } from '../ground/ports/finding'
import type { Reporter } from '../ground/ports/reporter'
import type { PresentedIssuer } from '../verifier/evidence/verifier-observed'
import type { Carrier } from '../verifier/read/carrier'
import type { PersonAnswer } from './person-answers'
import type { SessionState } from './session-state'

/** What a check found in a session, at its worst. */
export interface FoundByCheck {
  readonly status: FindingStatus
  /** What is wrong, or what it examined, where it lists that. */
  readonly named: readonly string[] | null
  /** Where a violation was seen; absent where nothing is wrong. */
  readonly place?: {
    readonly exchangeId: string | null
    readonly subject: NonNullable<ConformanceEntry['subject']> | null
  }
}

/** A presented credential. */
export interface PresentedCredential extends PresentedIssuer {
  /** The findings about it, and about none; `null` for all of the session, where it is the only one. */
  readonly found: Readonly<Record<string, FoundByCheck>> | null
}

/** True where it was told what the wallet showed; not where a session was ended because nobody can tell. */
export const isTold = ({ told }: Pick<DecidingResult, 'told'>): boolean => told !== null && told !== 'nothing'

/** What of a session's result official cases are judged by. */
export interface DecidingResult {
  readonly state: SessionState
  /** That of the read-back; `null` while the session is open, or if no wallet used it. */
  readonly status: string | null
  /** Why there is no verdict, in a sentence; `null` with one. */
  readonly reason: string | null
  /** What was told last of what the wallet showed; `null` for nothing. */
  readonly told: PersonAnswer | null
  /** Who told it; `null` for nothing, and where that is not recorded. */
  readonly toldBy: Reporter | null
  /** True if its silence counts as a refusal, because another session of the campaign shows a wallet at work. */
  readonly silenceCounted?: true
  /** What carried its request and the response, where that was no link; absent for one. */
  readonly carrier?: Carrier
  /** The checks that refused its last response; empty where none did, or where it was not refused. */
  readonly refusedBy: readonly string[]
  /** What each check found; leaves out checks that did not apply. */
  readonly found: Readonly<Record<string, FoundByCheck>>
  /** The credentials that the wallet presented last, and who issued them. */
  readonly presented: readonly PresentedCredential[]
}
