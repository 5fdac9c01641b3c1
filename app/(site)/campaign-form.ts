import { tellCampaign } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { readForm } from './form-post'
import { refusedForm, seeOther } from './responses'
import { inspectorFormRefusal } from './run-form'

/** Forwards the named form fields to the campaign, and redirects to its page. */
export async function tellCampaignByForm(
  request: Request,
  form: { readonly campaignId: string; readonly what: 'answer' | 'again'; readonly fields: readonly string[] },
): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const sent = await readForm(request)
  if (sent instanceof Response) return sent
  const fields = Object.fromEntries(form.fields.map((name) => [name, sent.get(name)]))
  // Who presses a button of a page looked at the wallet.
  const body = form.what === 'answer' ? { ...fields, by: 'person' } : fields
  const refused = await tellCampaign(form.campaignId, form.what, { body, headers: request.headers })
  return refused === null ? seeOther(paths.campaign(form.campaignId)) : refusedForm(refused)
}
