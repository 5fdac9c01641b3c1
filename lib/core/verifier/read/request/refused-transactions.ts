import { isPidDoctype, isPidVct } from '../../../shared/pid/pid-types'
import { isObject, type Json } from '../../../shared/values/json'
import { isTypeOfPayment } from './payload-problems'
import type { DecodedEntry } from './read-transaction-data'
import type { RequestProblem } from './request-problem'

/**
 * Why transaction data call for a refusal by themselves. `pid_key`: only a PID could confirm an entry.
 * `transaction_data`: an entry breaks the rules of its type. `key_authorizations`: only mdocs could confirm one, whose
 * issuer let their key sign no element for it. `type_metadata`: only a credential could, whose issuer serves wrong
 * metadata of its type. PIDRB-5, TS12-3.2, OID4VP-1FINALA-B.2.1
 */
export type RefusalCause = 'pid_key' | 'transaction_data' | 'key_authorizations' | 'type_metadata'

/** Types known to be types of PID, although their names do not say so. PIDRB-4.2 */
export type PidTypes = ReadonlySet<unknown>

const noTypes: PidTypes = new Set()

/**
 * Passes the problems of transaction data on, one by one, and tells of those for which a good wallet refuses: a key of a
 * PID that is asked for, and what is wrong inside an entry of the four types of TS12. Nothing is told before the problems
 * were read. Never throws. PIDRB-5, TS12-3.2
 */
export function watchForRefusals(
  decoded: readonly DecodedEntry[],
  problems: Iterable<RequestProblem>,
): { readonly problems: Iterable<RequestProblem>; readonly cause: () => RefusalCause | null } {
  const payments = new Set(decoded.flatMap(({ at, data }) => (isTypeOfPayment(data?.type) ? [at] : [])))
  const isAlone = decoded.length === 1 && decoded[0]?.at === ''
  const isOfPayment = (pointer: string): boolean =>
    payments.has(isAlone ? '' : (/^\/\d+(?=\/)/.exec(pointer)?.[0] ?? pointer))
  let cause: RefusalCause | null = null
  function* watched(): Iterable<RequestProblem> {
    for (const problem of problems) {
      if (problem.code === 'pid_key_asked') cause = 'pid_key'
      else if (cause === null && problem.severity === 'violation' && isOfPayment(problem.pointer))
        cause = 'transaction_data'
      yield problem
    }
  }
  return { problems: watched(), cause: () => cause }
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
