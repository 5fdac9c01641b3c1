import { againMax } from '@/components/campaign/try-again'
import { tellCampaign } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../../../forms'
import { refusedForm, seeOther } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/**
 * Runs the named presets once more. The session made last is the next one, so they are made in reverse order; one that
 * cannot be made is left as it is, unless none can.
 */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { campaignId } = await params
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const presets = fields.getAll('preset').slice(0, againMax)
  let made = 0
  for (const preset of presets.length === 0 ? [null] : presets.reverse()) {
    const refused = await tellCampaign(campaignId, 'again', { body: { preset }, headers: request.headers })
    if (refused === null) made++
    else if (made === 0) return refusedForm(refused)
  }
  return seeOther(paths.campaign(campaignId))
}
