import type { EnteredResult } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'

/** What a person says of a case, as it is read back; `null` once it was taken back. */
export const enteredView = ({ result, note, enteredAt }: EnteredResult) =>
  result === 'withdrawn' ? null : { result, note, entered_at: toIso(enteredAt), by: 'person' as const }
