import { readRunFields } from '@/components/start/session-fields'
import { startCampaignWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { goneStatus } from '@/lib/queries/missing-page'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import { inspectorFormRefusal, readForm } from '../../../../forms'
import { afterStart, problem } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly campaignId: string }>
}

/** Runs the reference wallet through the campaign, and redirects to the campaign's page. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const { campaignId } = await params
  if ((await goneStatus(paths.campaign(campaignId))) !== null) return problem(404, 'There is no campaign with this id.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const run = readRunFields(fields)
  if (run === null) return problem(400, 'The form does not say how to run the wallet.')
  const known = [...allMisbehaviours(), ...allVerifierMisbehaviours()]
  if (run.misbehaviour !== null && !known.some(({ id }) => id === run.misbehaviour))
    return problem(400, 'The reference wallet does not have this misbehaviour.')
  const asked = { misbehaviour: run.misbehaviour, visitor: request.headers }
  return afterStart(startCampaignWallet(campaignId, asked), paths.campaign(campaignId))
}
