import { tellCampaignByForm } from '../../../../forms'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Runs a preset once more. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return tellCampaignByForm(request, { campaignId: (await params).campaignId, what: 'again', fields: ['preset'] })
}
