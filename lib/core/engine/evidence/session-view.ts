import type { z } from 'zod'
import type { FindingStatus } from '../../ground/ports/finding'
import type { Json } from '../../ground/values/json'
import type { Level, Profile } from '../checks/check'
import type { ViewOf } from './view-of'
import type { zDrafts } from './z-finding'
import type { zContact, zEvent, zExchange, zLedgerRecord, zRecorded } from './z-session-view'

/** How much is on record, where a read-back cannot hold all of it. */
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
   * Why a broken rule is told as a warning: `inferred`, its exchange names no session; `unclaimed`, the session does not
   * claim the profile; `after_end`, the session had ended before, so that it does not count. Absent where nothing was
   * softened.
   */
  readonly softened?: 'inferred' | 'unclaimed' | 'after_end'
  readonly at: string | null
  readonly exchange_id: string | null
  readonly correlation: 'exact' | 'inferred'
  readonly expected: Json
  readonly actual: Json
  readonly hint: string | null
  readonly rejected: boolean
  readonly error: string | null
  /** What a violation does to the answer in this session: refuses it, or is only on record. */
  readonly effect: 'reject' | 'record'
  /** The condition of a conformance suite that asks the same, e.g. `oidf:CheckNonceInBindingJwt`. */
  readonly verified_by: string | null
  readonly occurrence: number
  /** Ids of the official cases that this finding helps to decide; absent before the read-back is made. */
  readonly fcaf?: readonly string[]
  /** How many findings of this check are not listed, where there are very many; at the newest one. */
  readonly left_out?: number
  /** The presented credential that was looked at; absent where the check is about none. */
  readonly subject?: { readonly query_id: string; readonly index: number }
}

/** Checks of one level, each counted once by its worst status. What is neither of these says nothing about a rule. */
export interface LevelCounts {
  readonly pass: number
  readonly fail: number
  readonly not_observed: number
}

/** Checks of one profile, of whatever level, and what its musts come to. */
export interface ProfileCounts {
  readonly pass: number
  readonly fail: number
  readonly warn: number
  /** `pass` only where a must of the profile was seen to hold; `incomplete` where none was. */
  readonly verdict: Verdict
}

export type Verdict = 'pass' | 'fail' | 'incomplete'

export interface ChecksView {
  /** The booleans of compatible tools: projections of `conformance`, never set on their own. */
  readonly [boolean: string]: boolean | null | SummaryView | readonly ConformanceEntry[]
  readonly summary: SummaryView
  readonly conformance: readonly ConformanceEntry[]
}

export interface SummaryView {
  readonly must: LevelCounts
  readonly should: LevelCounts
  /** Checks of whatever level by what they came to, each once: the numbers that every page and report shows. */
  readonly counts: Readonly<Record<FindingStatus, number>>
  readonly by_profile: Readonly<Record<Profile, ProfileCounts>>
  readonly verdict: Verdict
  /** Why a session that came to its end has no `pass`; `null` otherwise. */
  readonly reason: string | null
  /** True where requests that name no session may as well belong to another session of this client. */
  readonly mixed_traffic: boolean
  /** The drafts that the wallet speaks; `null` where it was seen to speak the final specifications only. */
  readonly drafts: DraftsView | null
}

/** The drafts of the specifications that a wallet speaks. */
export type DraftsView = Readonly<z.infer<typeof zDrafts>>

/** A ledger record, `GET /oid4vci/requests`. */
export type LedgerRecord = Readonly<z.infer<typeof zLedgerRecord>>

/** An exchange inside a session: the ledger's members and everything richer. */
export type ExchangeView = ViewOf<typeof zExchange>
