import type { z } from 'zod'
import type { FindingStatus } from '../../shared/ports/finding'
import type { Json } from '../../shared/values/json'
import type { Actor, Level, Profile } from '../checks/check'
import type { Verdict } from './outcomes'
import type { ViewOf, zContact, zDrafts, zEvent, zExchange, zLedgerRecord, zRecorded } from './z-session-view'

/** How much is on record, if a read-back cannot contain all of it. */
export type RecordedView = Readonly<z.infer<typeof zRecorded>>

export type ContactView = ViewOf<typeof zContact>

export type EventView = Readonly<z.infer<typeof zEvent>>

/** A value and where it was seen, e.g. `token.body.client_id`. */
export interface SourcedValue {
  readonly value: Json
  readonly source: string | null
  readonly also_seen_in: readonly string[]
}

export interface ConformanceEntry {
  readonly id: string
  readonly title: string
  readonly spec: string
  readonly clause: string
  readonly profile: Profile
  readonly level: Level
  readonly status: FindingStatus
  /**
   * Why a violation is only a warning: `inferred`, its exchange names no session; `unclaimed`, the session does not
   * claim the profile; `after_end`, the session had already ended, so it does not count. Absent otherwise.
   */
  readonly softened?: 'inferred' | 'unclaimed' | 'after_end'
  readonly at: string | null
  readonly exchange_id: string | null
  readonly correlation: 'exact' | 'inferred'
  readonly expected: Json
  readonly actual: Json
  /** Public name of the reason; absent if nothing is wrong, or if it has none. */
  readonly reason?: string
  /** The draft that does so; absent for none. */
  readonly draft?: string
  /** Set where the message has a member that the specification took out. */
  readonly removed?: true
  /** Why the rule is broken, if a check found out: a statement without full stop. */
  readonly cause?: string
  /** Who can change it; absent: the wallet. */
  readonly acts?: Exclude<Actor, 'wallet'>
  /** Set where no specification has the rule: it is one of this service, or of the tester of the session. */
  readonly rule?: 'house' | 'tester'
  readonly hint: string | null
  readonly rejected: boolean
  readonly error: string | null
  /** The effect of a violation on the answer in this session: refused, or only recorded. */
  readonly effect: 'reject' | 'record'
  /** The condition of a conformance suite that covers the same rule, e.g. `oidf:CheckNonceInBindingJwt`. */
  readonly verified_by: string | null
  readonly occurrence: number
  /** Ids of the official cases that this finding helps to decide; absent outside a read-back. */
  readonly fcaf?: readonly string[]
  /** How many findings of this check are not listed, if there are very many; set on the newest. */
  readonly left_out?: number
  /** The presented credential that was judged; absent if the check is not about one. */
  readonly subject?: { readonly query_id: string; readonly index: number }
}

/** The facts that decide which official cases a finding helps to decide. */
export type FindingFacts = Pick<ConformanceEntry, 'id' | 'status' | 'actual'> & {
  readonly subject?: ConformanceEntry['subject'] | undefined
  readonly softened?: ConformanceEntry['softened'] | undefined
}

/**
 * Checks of one level, each counted once by its worst status. A check that neither passed nor failed says nothing about
 * its rule.
 */
export interface LevelCounts {
  readonly pass: number
  readonly fail: number
  readonly not_observed: number
}

/** Checks of one profile, of any level, and the verdict of its musts. */
export interface ProfileCounts {
  readonly pass: number
  readonly fail: number
  readonly warn: number
  /** `pass` only if at least one must of the profile was seen to hold, otherwise `incomplete`. */
  readonly verdict: Verdict
}

export type { Verdict }

export interface ChecksView {
  /** The booleans of compatible tools: projections of `conformance`, never set on their own. */
  readonly [boolean: string]: boolean | null | SummaryView | readonly ConformanceEntry[]
  readonly summary: SummaryView
  readonly conformance: readonly ConformanceEntry[]
}

export interface SummaryView {
  readonly must: LevelCounts
  readonly should: LevelCounts
  /** Checks of any level by status, each once: the numbers on every page and report. */
  readonly counts: Readonly<Record<FindingStatus, number>>
  /** `eu` only in a session under the European framework. */
  readonly by_profile: Readonly<Record<Exclude<Profile, 'eu'>, ProfileCounts>> & { readonly eu?: ProfileCounts }
  readonly verdict: Verdict
  /** Why a completed session has no `pass`; otherwise `null`. */
  readonly reason: string | null
  /** True if requests that name no session may also belong to another session of this client. */
  readonly mixed_traffic: boolean
  /** The drafts that the wallet implements; `null` if only the final specifications were seen. */
  readonly drafts: DraftsView | null
}

/** The drafts of the specifications that a wallet implements. */
export type DraftsView = Readonly<z.infer<typeof zDrafts>>

/** A ledger record, `GET /oid4vci/requests`. */
export type LedgerRecord = Readonly<z.infer<typeof zLedgerRecord>>

/** An exchange inside a session: the members of the ledger and more detail. */
export type ExchangeView = ViewOf<typeof zExchange>
