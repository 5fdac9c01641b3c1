import 'server-only'
import { omittedBy, type StorageSetting } from '@/lib/core/engine/sessions/without-content'
import { type WalletProtocol, walletProtocolOf } from '@/lib/core/shared/http/exchange'
import { toSessionId } from '@/lib/core/shared/ports/ids'
import { visibleText } from '@/lib/core/shared/values/escape'
import type { ExchangeVerdict } from '@/lib/server/read/exchange-verdict'
import type { TimedRecord } from '@/lib/server/read/queries'
import { arrivedSince } from './arrived-since'
import { evidence } from './evidence-access'
import { issuanceSession } from './sessions'

/** A ledger record without its contents: what a table row shows. Characters that nobody would see have their names. */
export interface LedgerRow {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  /** The intended operation of the request, and so the kind of its session. */
  readonly protocol: WalletProtocol
  readonly sessionId: string | null
  /** The configuration of its issuer, or that it is one of a session's own. */
  readonly issuer: string | null
  readonly status: number | null
  /** The client's name for itself; `null` if it sends none or it is not stored. */
  readonly program: string | null
  /** The setting by which nothing of its content was kept; `null` if it was. */
  readonly omittedBy: StorageSetting | null
  readonly durationMs: number
  /** A run of a built-in pipeline caused it; absent for others. */
  readonly builtIn?: true
  /** What its checks came to; `null` where none judged it. */
  readonly verdict: ExchangeVerdict
}

const row = (record: TimedRecord): LedgerRow => ({
  id: record.id,
  at: record.at,
  method: visibleText(record.method),
  path: visibleText(record.path),
  protocol: walletProtocolOf(record),
  sessionId: record.session_id,
  issuer: record.isAtLaboratory ? 'laboratory' : record.issuer_configuration_id,
  status: record.response.status,
  program: typeof record.headers['user-agent'] === 'string' ? visibleText(record.headers['user-agent']) : null,
  omittedBy: omittedBy(record),
  durationMs: record.duration_ms,
  verdict: record.verdict,
  ...(record.isBuiltIn ? { builtIn: true } : {}),
})

/** A session that is searched for, and how many requests it has that name no session. */
export interface SearchedSession {
  readonly id: string
  readonly inferred: number
}

/**
 * The session that a text names, and how many requests an issuance has that name none: their rows in the ledger do not
 * have its id. `null` for a text that is no id. All requests of a presentation name it.
 */
export async function searchedSession(text: string): Promise<SearchedSession | null> {
  const id = text.trim()
  if (toSessionId(id) === null) return null
  const view = await issuanceSession(id)
  return { id, inferred: view?.exchanges.filter(({ correlation }) => correlation === 'inferred').length ?? 0 }
}

/**
 * Rows of the request ledger, newest first; with `after` only those that may have come after that record. `null` if they may not
 * be read.
 */
export async function ledgerRows(after: string | null = null): Promise<LedgerRow[] | null> {
  const records = await (await evidence())?.ledger()
  if (records === undefined) return null
  return arrivedSince(records, after).map(row).reverse()
}
