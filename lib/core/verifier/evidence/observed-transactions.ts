import type { PresentationSession } from '../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../shared/values/json'
import { decodeTransactionData } from '../read/request/read-transaction-data'
import { isScaType } from '../read/transaction/sca'

/** An entry of the transaction data, and what confirmed it. */
export interface ObservedTransaction {
  readonly type: string
  /** What a good wallet does. */
  readonly expected: 'answer' | 'refusal'
  /** The format of the credential that confirmed it; `null` while none did. */
  readonly confirmed_by: string | null
  /** Categories of the factors by which the user approved it. TS12-3.6 */
  readonly amr: readonly string[]
}

const isOfPidKey = ({ requestProblems }: Pick<PresentationSession, 'requestProblems'>): boolean =>
  requestProblems.some(({ code }) => code === 'pid_key_asked')

/**
 * Entries of a request for payments and the like, or over a PID; `null` for any other request. A wrong entry is among
 * them if it has a type.
 * @param presented details of the events about the presentations of the last response
 */
export function observedTransactions(
  session: PresentationSession,
  presented: readonly JsonObject[],
): readonly ObservedTransaction[] | null {
  const sent = session.request.transaction_data
  const entries = (Array.isArray(sent) ? sent : []).flatMap((entry, index) => {
    const type = decodeTransactionData(entry)?.type
    return typeof type === 'string' ? [{ index, type }] : []
  })
  if (!entries.some(({ type }) => isScaType(type)) && !isOfPidKey(session)) return null
  return entries.map(({ index, type }) => {
    const by = presented.find((detail) => confirms(detail, index))
    return {
      type,
      expected: session.options.expect === 'refusal' ? 'refusal' : 'answer',
      confirmed_by: typeof by?.format === 'string' ? by.format : null,
      amr: Array.isArray(by?.factors) ? by.factors.map(String) : [],
    }
  })
}

/** True if the hash of the entry was sent, or the device signed elements for it. */
function confirms({ transaction_data: compared }: JsonObject, index: number): boolean {
  if (!isObject(compared) || !Array.isArray(compared.entries)) return false
  const entry = compared.entries.find((one) => isObject(one) && one.index === index)
  if (!isObject(entry)) return false
  return entry.equal === true || (Array.isArray(compared.device_signed) && compared.device_signed.length > 0)
}
