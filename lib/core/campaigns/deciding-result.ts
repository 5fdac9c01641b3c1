import type { ConformanceEntry } from '../engine/evidence/session-view'
import type { FindingStatus } from '../ground/ports/finding'
import type { Reporter } from '../ground/ports/reporter'
import type { PresentedIssuer } from '../verifier/evidence/verifier-observed'
import type { Carrier } from '../verifier/read/carrier'
import type { PersonAnswer } from './person-answers'
import type { SessionState } from './session-state'

/** The worst result of a check in a session. */
export interface FoundByCheck {
  readonly status: FindingStatus
  /** What is wrong, or what it examined, if it lists that. */
  readonly named: readonly string[] | null
  /** Where a violation was seen; absent if nothing is wrong. */
  readonly place?: {
    readonly exchangeId: string | null
    readonly subject: NonNullable<ConformanceEntry['subject']> | null
  }
}

/** A presented credential. */
export interface PresentedCredential extends PresentedIssuer {
  /**
   * Findings about this credential, plus those about none; `null` for all findings of the session if it is the only
   * credential.
   */
  readonly found: Readonly<Record<string, FoundByCheck>> | null
}

/** Whether it was reported what the wallet showed; false if a session was ended because nobody can tell. */
export const isTold = ({ told }: Pick<DecidingResult, 'told'>): boolean => told !== null && told !== 'nothing'

/** The part of a session's result that decides official cases. */
export interface DecidingResult {
  readonly state: SessionState
  /** Status as in the read-back; `null` while the session is open, or if no wallet used it. */
  readonly status: string | null
  /** Why there is no verdict, in a sentence; `null` with one. */
  readonly reason: string | null
  /** The last report of what the wallet showed; `null` if there is none. */
  readonly told: PersonAnswer | null
  /** Who reported it; `null` without a report, or if the reporter is not recorded. */
  readonly toldBy: Reporter | null
  /** True if its silence counts as a refusal, because another session of the campaign shows that the wallet works. */
  readonly silenceCounted?: true
  /** What carried the request and response; absent for a link. */
  readonly carrier?: Carrier
  /** Checks that refused its last response; empty if it was not refused. */
  readonly refusedBy: readonly string[]
  /** The result of each check, without those that did not apply. */
  readonly found: Readonly<Record<string, FoundByCheck>>
  /** The credentials that the wallet presented last, and their issuers. */
  readonly presented: readonly PresentedCredential[]
}
