import { startAggregation } from '@/lib/actions/operator'
import { outcomeResponse, readOperatorForm, textOf } from '../operator-form'

/** Starts an aggregation, once or on a schedule. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  return outcomeResponse(await startAggregation(textOf(fields, 'schedule')))
}
