import { isRefused } from '@/lib/actions/ask-interface'
import { startCampaign } from '@/lib/actions/campaign'
import { visitWorkbench } from '@/lib/actions/workbench'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../../forms'
import { refusedForm, seeOther } from '../../../responses'
import { readWallet } from '../../workbench-form'

interface RouteContext {
  readonly params: Promise<{ readonly workbenchId: string }>
}

/** Starts a campaign whose sessions join the list of this workbench, and leads to its page. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { workbenchId } = await params
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const workbench = await visitWorkbench(workbenchId, request.headers)
  if (isRefused(workbench)) return refusedForm(workbench)
  const { wallet = workbench.wallet } = readWallet(fields)
  const body = { wallet, campaign: fields.get('campaign'), workbench: workbenchId, started_by: 'person' }
  const started = await startCampaign(body, request.headers)
  return started.refused ? refusedForm(started) : seeOther(paths.campaign(started.campaignId))
}
