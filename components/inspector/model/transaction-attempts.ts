import type { EventView } from '@/lib/core/engine/evidence/session-view'
import { txCodeAttemptsMax } from '@/lib/core/ground/time/lifetimes'

/**
 * What became of the transaction code of the first offer, for the person who types it: the attempts that are left, and how the
 * last wrong one differs in kind. What came is never told.
 * @param code the right one
 */
export function transactionAttempts(code: string, events: readonly EventView[]): string {
  const wrong = events.filter(({ detail }) => detail.wrong_tx_code === true && detail.code_id === undefined)
  const last = wrong.at(-1)
  const left = txCodeAttemptsMax - wrong.length
  const rest = `${left} ${left === 1 ? 'attempt' : 'attempts'} left.`
  if (last === undefined) return `Type it in the wallet. ${rest}`
  return `Attempt ${wrong.length} of ${txCodeAttemptsMax} was wrong${cameWords(code, last)}. ${rest}`
}

/** How many digits came, or characters where not all are digits. Events of earlier versions do not tell. */
function cameWords(code: string, { detail: { sent_length: length, sent_digits: digits } }: EventView): string {
  if (typeof length !== 'number') return ''
  const isNumeric = /^\d+$/.test(code)
  const came = `${length} ${digits === true ? 'digit' : 'character'}${length === 1 ? '' : 's'} came`
  if (isNumeric && digits !== true) return `: ${came}, and not all are digits; the code has ${code.length} digits`
  return length === code.length ? `: ${came}, but other ones` : `: ${came}, the code has ${code.length}`
}
