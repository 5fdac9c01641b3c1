import { isPidDoctype, isPidVct } from '../../../shared/pid/pid-types'
import type { EpochMillis } from '../../../shared/time/time'
import { isObject, type Json } from '../../../shared/values/json'
import { payloadProblems } from './payload-problems'
import type { DecodedEntry } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

/**
 * Why transaction data call for a refusal by themselves. `pid_key`: only a PID could confirm an entry.
 * `transaction_data`: an entry breaks the rules of its type. `key_authorizations`: only mdocs could confirm one, whose
 * issuer let their key sign no element for it. PIDRB-5, TS12-3.2, OID4VP-1FINALA-B.2.1
 */
export type RefusalCause = 'pid_key' | 'transaction_data' | 'key_authorizations'

/** Types known to be types of PID, although their names do not say so. PIDRB-4.2 */
export type PidTypes = ReadonlySet<unknown>

const noTypes: PidTypes = new Set()

/** Why a good wallet refuses these entries; `null` if nothing in them calls for that. Never throws. */
export function refusalCause(
  decoded: readonly DecodedEntry[],
  query: Json | undefined,
  { now, pidTypes = noTypes }: { readonly now?: EpochMillis; readonly pidTypes?: PidTypes } = {},
): RefusalCause | null {
  if (onlyForPid(decoded, query, pidTypes).length > 0) return 'pid_key'
  for (const _ of payloadProblems(decoded, now)) return 'transaction_data'
  return null
}

/**
 * Warns of entries that only the key of a PID could confirm, which a wallet must not use for that. Pointers are relative
 * to the member. Never throws. PIDRB-5
 */
export function onlyForPid(
  decoded: readonly DecodedEntry[],
  query: Json | undefined,
  pidTypes: PidTypes = noTypes,
): RequestProblem[] {
  const ofPid = idsOfPids(query, pidTypes)
  if (ofPid.size === 0) return []
  return decoded.flatMap(({ at, data }): RequestProblem[] => {
    const ids = data?.credential_ids
    if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => ofPid.has(id))) return []
    return [
      {
        code: 'pid_key_asked',
        severity: 'warning',
        pointer: `${at}/credential_ids`,
        message: 'Only a PID could confirm this; a wallet must not use its key for that (PID Rulebook 1.7, section 5).',
        clause: 'PIDRB-5',
      },
    ]
  })
}

const idsOfPids = (query: Json | undefined, known: PidTypes): ReadonlySet<unknown> =>
  new Set(
    (isObject(query) && Array.isArray(query.credentials) ? query.credentials : []).flatMap((entry) =>
      isObject(entry) && typeof entry.id === 'string' && isOfPid(entry, known) ? [entry.id] : [],
    ),
  )

/** True for a credential query that nothing but a PID can answer. PIDRB-3, PIDRB-4 */
function isOfPid({ meta }: Readonly<Record<string, unknown>>, known: PidTypes): boolean {
  if (!isObject(meta)) return false
  const types: unknown = meta.vct_values
  return (
    isPidDoctype(meta.doctype_value) ||
    (Array.isArray(types) && types.length > 0 && types.every((one) => isPidVct(one) || known.has(one)))
  )
}
