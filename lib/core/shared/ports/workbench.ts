import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'

/**
 * A workbench: settings for both kinds of session, behind one code that stays, and the sessions that came of it.
 * Storage finds it by digests alone: who reads storage learns neither its id nor an address of it.
 */
export interface Workbench {
  /** SHA-256 of its id, base64url. Sessions name it by this. */
  readonly digest: string
  /** SHA-256 of the id in its address for wallets, base64url. */
  readonly doorDigest: string
  /** SHA-256 of the id in its address for readers, base64url. */
  readonly viewDigest: string
  /** How many addresses for readers it had before this one, each of which has ended. */
  readonly viewNumber: number
  /** At least 1; one more with each change of the members that a tester sets, and of `viewNumber`. */
  readonly version: number
  /** Name given by the tester; absent without one. */
  readonly name?: string
  /** The wallet under test, as named by the tester; absent if unnamed. */
  readonly wallet?: { readonly name: string; readonly version: string }
  /** Body of the request for a session of this kind, at most 64 KiB as JSON. */
  readonly issuance: JsonObject
  readonly presentation: JsonObject
  /** Absent until its settings change. */
  readonly former?: FormerSettings
  /** What its two codes hold besides their addresses. Another of these makes another code. */
  readonly code: WorkbenchCode
  /** Number of its newest session; 0 for none. Never falls, also when sessions are deleted. */
  readonly lastNumber: number
  readonly createdAt: EpochMillis
  /** The last scan, visit or change. */
  readonly usedAt: EpochMillis
  /** When it ends unless used again. */
  readonly expiresAt: EpochMillis
}

/** Settings that a workbench had before, newest first. */
export interface FormerSettings {
  readonly issuance: readonly JsonObject[]
  readonly presentation: readonly JsonObject[]
}

/** The parts of the links in the codes that settings decide. */
interface WorkbenchCode {
  /** What the link to the offer starts with. */
  readonly offerScheme: string
  /** What the link to the request starts with. */
  readonly scheme: string
  /** The verifier of the request. OID4VP-1FINAL-5.9.3 */
  readonly clientId: string
  readonly requestUriMethod: 'get' | 'post'
}

/** The digest that finds a workbench: that of its id, of its address for wallets, or of its address for readers. */
export type WorkbenchKey = 'digest' | 'doorDigest' | 'viewDigest'

/** Selects sessions of a workbench by their numbers. */
export interface WorkbenchSessions {
  /** Digest of the workbench. */
  readonly workbench: string
  /** Only sessions of this kind; absent for both. */
  readonly kind?: 'issuance' | 'presentation'
  /** Only sessions with a greater number; 0 for all. */
  readonly after: number
  /** `newest`: highest number first. `oldest`: lowest first. */
  readonly order: 'newest' | 'oldest'
  readonly max: number
}
