import { startCampaign } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { inspectorFormRefusal, readForm } from '../../forms'
import { refusedForm, seeOther } from '../../responses'

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
  const body = { wallet, campaign: fields.get('campaign'), ...own, ...runWith(fields) }
  const started = await startCampaign(body, request.headers)
  return started.refused ? refusedForm(started) : seeOther(paths.campaign(started.campaignId))
}

/** Driver and transaction options. Invalid JSON is passed as text, for the API to refuse. */
function runWith(fields: FormData): Readonly<Record<string, unknown>> {
  const template = String(fields.get('transaction_template') ?? '')
  return {
    ...(fields.get('auto_approve') === 'true' ? { auto_approve: true } : {}),
    ...(fields.get('with_transaction') === 'true' ? { transaction_template: jsonOr(template) } : {}),
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
