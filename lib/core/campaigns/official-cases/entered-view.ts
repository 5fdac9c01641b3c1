import type { EnteredResult } from '../../ground/ports/store-types'
import type { Teller } from '../../ground/ports/teller'
import { toIso } from '../../ground/time/time'

/** An entered result as the API returns it; `null` once withdrawn. */
export const enteredView = ({ result, note, tester, evidence, enteredAt, by }: EnteredResult) =>
  result === 'withdrawn'
    ? null
    : {
        result,
        note,
        entered_at: toIso(enteredAt),
        by: by ?? null,
        ...(tester === undefined ? {} : { tester }),
        ...(evidence === undefined ? {} : { evidence: evidence.map((one) => ({ ...one })) }),
      }

/** Who entered a result, in words; `tester` where that names them. */
export function enteredBy({
  by,
  tester,
}: {
  readonly by: Teller | null
  readonly tester?: string | undefined
}): string {
  if (by === 'driver') return `entered by a driver${tester === undefined ? '' : ` for ${tester}`}`
  if (tester !== undefined) return `entered by ${tester}`
  return by === 'person' ? 'entered by a person' : 'entered, by whom is not recorded'
}
