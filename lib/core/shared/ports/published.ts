import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'

/** A key with which an organisation publishes wallets. The operator makes it; only its digest is stored. */
export interface PublishToken {
  readonly id: string
  readonly organisation: string
  /** The only slugs that it may use. */
  readonly slugs: readonly string[]
  readonly createdAt: EpochMillis
  /** `null` while it is valid. */
  readonly revokedAt: EpochMillis | null
}

/** The numbers of a published statement: required cases that judge the wallet and apply to it. */
export interface PublishedCounts {
  readonly of: number
  readonly passed: number
  readonly failed: number
  readonly causes: number
  /** Required cases that are neither passed nor failed. */
  readonly without: number
  /** What a driver, a person, or nobody on record said instead of a session. */
  readonly driver: number
  readonly person: number
  readonly unrecorded: number
}

/** A published statement without its cases: one for each slug, wallet, version and edition. */
export interface PublishedStatement {
  readonly id: string
  readonly slug: string
  readonly wallet: { readonly name: string; readonly version: string }
  /** Commit of the official cases. */
  readonly edition: string
  /** Who published it. */
  readonly organisation: string
  /** The token that it was published with; `null`: the admin key. */
  readonly token: string | null
  /** When the statement was made, and when it was published. */
  readonly madeAt: EpochMillis
  readonly publishedAt: EpochMillis
  readonly expiresAt: EpochMillis
  /** `null` while it is shown. */
  readonly removedAt: EpochMillis | null
  /** An https or mailto link; `null` for none. */
  readonly contact: string | null
  readonly counts: PublishedCounts
  /** Whether its whole evidence bundle is public. */
  readonly whole: boolean
}

/** Files of a published statement. */
type PublishedFile = 'statement' | 'bundle'

/** What is stored with a statement. */
export interface PublishedContent {
  /** The public statement as JSON. */
  readonly document: JsonObject
  /** The same, signed: an archive that `verify-report` reads. */
  readonly statement: Uint8Array
  /** The evidence bundle that it was made from; `null` unless its owner published that too. */
  readonly bundle: Uint8Array | null
}

/** Storage of published wallets. Every method throws StoreUnavailable while it does not respond. */
export interface PublishedWallets {
  /** Every token, newest first, at most `tokensMax`. */
  tokens(): Promise<PublishToken[]>
  tokenByDigest(digest: string): Promise<PublishToken | null>
  addToken(
    token: Pick<PublishToken, 'organisation' | 'slugs' | 'createdAt'> & { readonly digest: string },
  ): Promise<void>
  /** Does nothing for an unknown id. */
  revokeToken(id: string, at: EpochMillis): Promise<void>
  /** Id of the token that holds a slug; `null` if none does. */
  holder(slug: string): Promise<string | null>
  /** Gives a slug that `before` holds to a token. False if another one was first. */
  hold(slug: string, token: string, before: string | null): Promise<boolean>
  /** Statements under a slug, removed ones too, newest statement first, at most `statementsMax`. */
  statements(slug: string): Promise<PublishedStatement[]>
  /** Statements under every slug that are not removed, newest statement first, at most `listedMax`. */
  listed(): Promise<PublishedStatement[]>
  /** Stores a statement, replacing the one of the same slug, wallet, version and edition. */
  put(statement: Omit<PublishedStatement, 'id' | 'removedAt' | 'whole'>, content: PublishedContent): Promise<void>
  /** The public statement as it was stored; `null` if it was removed. */
  document(id: string): Promise<JsonObject | null>
  /** A file of a statement; `null` if there is none. */
  file(id: string, which: PublishedFile): Promise<Uint8Array | null>
  /** Removes the content of a statement for good; that it was there is kept. */
  remove(id: string, at: EpochMillis): Promise<void>
  /** Deletes what expired before an instant. */
  forget(expiredBefore: EpochMillis): Promise<void>
}

/** Bounds of what is listed. */
export const publishedBounds = { tokens: 500, statements: 100, listed: 1000 } as const
