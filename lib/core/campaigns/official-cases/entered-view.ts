import type { EnteredResult } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'

/** An entered result as the API returns it; `null` once withdrawn. */
export const enteredView = ({ result, note, tester, evidence, enteredAt }: EnteredResult) =>
  result === 'withdrawn'
    ? null
    : {
        result,
        note,
        entered_at: toIso(enteredAt),
        by: 'person' as const,
        ...(tester === undefined ? {} : { tester }),
        ...(evidence === undefined ? {} : { evidence: evidence.map((one) => ({ ...one })) }),
      }
