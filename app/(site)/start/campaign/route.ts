import { startCampaign } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { readForm } from '../../form-post'
import { refusedForm, seeOther } from '../../responses'
import { inspectorFormRefusal } from '../../run-form'

/** Starts a campaign from a plain form, and redirects to its page. */
export async function POST(request: Request): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const wallet = { name: fields.get('wallet_name'), version: fields.get('wallet_version') }
  const own = Object.fromEntries(
    ['name', 'rename_digest', 'trust_framework', 'wallet_policy', 'list_alias'].flatMap((name) => {
      const value = fields.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const started = await startCampaign({ wallet, campaign: fields.get('campaign'), ...own }, request.headers)
  return started.refused ? refusedForm(started) : seeOther(paths.campaign(started.campaignId))
}
