import { digestOf } from '../../shared/ports/digests'
import { isLaboratoryId } from '../../shared/ports/laboratory'
import type { Ports } from '../../shared/ports/ports'
import type { OneTimeValue, Session } from '../../shared/ports/store-types'
import type { TrustKeys } from '../../shared/ports/trust'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import type { ListChanges } from '../../shared/trust/lists/make/sign-list'
import type { TrustListName } from '../../shared/trust/lists/profiles'
import type { RegistrationStatusChanges } from '../../shared/trust/registration/registration-status-list'

/** Deliberate errors of a session's trust resources; empty if none. */
export interface WrongTrust {
  readonly lists?: { readonly [List in TrustListName]?: ListChanges }
  readonly status?: RegistrationStatusChanges
  /** The registration certificate is revoked. */
  readonly revoked?: true
  /** The access certificate is revoked. */
  readonly revokesAccess?: true
}

/** Derives them from a session's test. */
export type WrongTrustOf = (session: Session, keys: TrustKeys) => WrongTrust

const daySeconds = 86_400

/** Practically forever. */
const ageSeconds = 100 * 365 * daySeconds

/** The row that maps a trust id to its session for `retentionDays`, or forever if 0. */
export const trustIdRow = (
  trustId: string,
  { sessionId, createdAt }: Pick<Session, 'sessionId' | 'createdAt'>,
  { ports, retentionDays }: { readonly ports: Pick<Ports, 'sha256'>; readonly retentionDays: number },
): OneTimeValue => ({
  kind: 'trust_id',
  digest: digestOf(trustId, ports.sha256),
  issuerId: null,
  sessionId,
  exchangeId: null,
  parent: null,
  expiresAt: keptUntil(createdAt, retentionDays),
  consumedAt: null,
  revokedAt: null,
  data: {},
})

/** Until when a session made then is on record, practically forever if `retentionDays` is 0. */
export const keptUntil = (createdAt: EpochMillis, retentionDays: number): EpochMillis =>
  addSeconds(createdAt, retentionDays === 0 ? ageSeconds : retentionDays * daySeconds)

/** The session with a trust id, while it is recorded. Throws StoreUnavailable. */
export async function sessionByTrustId(
  trustId: string,
  { store, sha256 }: Pick<Ports, 'store' | 'sha256'>,
): Promise<Session | null> {
  if (!isLaboratoryId(trustId)) return null
  const digest = digestOf(trustId, sha256)
  const row = (await store.oneTimeValue('trust_id', digest)) ?? (await store.oneTimeValue('laboratory', digest))
  return row?.sessionId == null ? null : store.session(row.sessionId)
}
