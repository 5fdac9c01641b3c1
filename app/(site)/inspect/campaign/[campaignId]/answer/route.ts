import { tellCampaignByForm } from '../../../../forms'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Records what a person saw in a session, which ends the session. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  return tellCampaignByForm(request, {
    campaignId: (await params).campaignId,
    what: 'answer',
    fields: ['session_id', 'shown'],
  })
}
