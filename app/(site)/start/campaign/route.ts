import { startCampaign } from '@/lib/actions/campaign'
import { startCampaignWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../forms'
import { afterStart, refusedForm, seeOther } from '../../responses'

/** The wallet of a campaign that the reference wallet runs, as in the catalogue: nobody else's results are mixed with it. */
const referenceWallet = { name: 'Reference wallet', version: 'built in' } as const

/**
 * Starts a campaign from a plain form, and redirects to its page. The field `reference` names one that the reference
 * wallet runs at once, `campaign` one for the wallet that the form names.
 */
export async function POST(request: Request): Promise<Response> {
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const reference = fields.get('reference')
  const named = { name: fields.get('wallet_name'), version: fields.get('wallet_version') }
  const wallet = reference === null ? named : referenceWallet
  const own = Object.fromEntries(
    ['name', 'rename_digest', 'trust_framework', 'wallet_policy', 'list_alias'].flatMap((name) => {
      const value = fields.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const body = { wallet, campaign: reference ?? fields.get('campaign'), ...own, ...runWith(fields) }
  const started = await startCampaign(body, request.headers)
  if (started.refused) return refusedForm(started)
  const page = paths.campaign(started.campaignId)
  if (reference === null) return seeOther(page)
  return afterStart(startCampaignWallet(started.campaignId, { misbehaviour: null, visitor: request.headers }), page)
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
