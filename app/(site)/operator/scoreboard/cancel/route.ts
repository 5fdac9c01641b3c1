import { cancelSchedule } from '@/lib/actions/operator'
import { outcomeResponse, readOperatorForm, textOf } from '../operator-form'

/** Ends a schedule. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readOperatorForm(request)
  if (fields instanceof Response) return fields
  return outcomeResponse(await cancelSchedule(textOf(fields, 'schedule_id')))
}
