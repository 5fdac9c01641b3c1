import { tellCampaign } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { readForm } from '../../../../form-post'
import { problem, seeOther } from '../../../../responses'
import { inspectorFormRefusal } from '../../../../run-form'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Tries a preset once more. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const { campaignId } = await params
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const body = { preset: fields.get('preset') }
  const refused = await tellCampaign(campaignId, 'again', { body, headers: request.headers })
  return refused === null ? seeOther(paths.campaign(campaignId)) : problem(refused.status, refused.reason)
}
