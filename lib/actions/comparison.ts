import 'server-only'
import type { ComparisonView } from '@/lib/core/campaigns/z-comparison'
import { paths } from '@/lib/paths'
import { idIn } from '@/lib/queries/id-in'
import { askInterface, isRefused, type Refused, reading } from './ask-interface'

/** What changed between two runs, through the same code as the interface. */
export async function comparisonOf(
  pair: { readonly before: string; readonly after: string },
  headers: Headers,
): Promise<ComparisonView | Refused> {
  const query = new URLSearchParams({ before: idIn(pair.before), after: idIn(pair.after) })
  const answer = await askInterface(reading(headers, paths.api.comparison(), query.toString()))
  return isRefused(answer) ? answer : (answer as unknown as ComparisonView)
}
