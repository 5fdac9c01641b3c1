import 'server-only'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { Exchange } from '@/lib/core/http/exchange'
import { membersOf } from '@/lib/core/http/reply'
import type { CoverageView } from '@/lib/core/official-cases/z-coverage'
import { paths } from '@/lib/paths'
import { container } from '@/lib/server/container'
import { serve } from '@/lib/server/serve'
import { formExchange } from './form-exchange'

/** A refusal of the interface, in its own words. */
interface Refused {
  readonly refused: true
  readonly status: number
  readonly reason: string
}

/** A campaign, and its session that waits for the wallet. */
export interface CampaignNow {
  readonly campaign: CampaignView
  readonly next: NextSessionView
  /** Changes whenever the page has something new to show. */
  readonly revision: string
}

async function ask(exchange: Exchange): Promise<Readonly<Record<string, unknown>> | Refused> {
  const reply = await serve(exchange, container())
  const answer = reply === null ? {} : membersOf(reply)
  if (reply !== null && reply.status < 300) return answer
  return { refused: true, status: reply?.status ?? 500, reason: reasonOf(answer) ?? 'It could not be done.' }
}

/** The labels of form fields, by the JSON pointer of a refusal. */
const fieldNames: Readonly<Record<string, string>> = {
  '/wallet': 'Wallet',
  '/wallet/name': 'Wallet',
  '/wallet/version': 'Version',
  '/campaign': 'Campaign',
  '/preset': 'Session to try again',
  '/session_id': 'Session',
  '/shown': 'What the wallet showed',
}

/** Why the interface refused, with the label that the field has on the page. */
function reasonOf({ error_description: said, pointer }: Readonly<Record<string, unknown>>): string | null {
  if (typeof said !== 'string') return null
  const field = typeof pointer === 'string' ? fieldNames[pointer] : undefined
  if (field === undefined) return said
  const member = `The member ${String(pointer).slice(1).replaceAll('/', '.')}`
  return said.startsWith(member) ? `The field “${field}”${said.slice(member.length)}` : `${field}: ${said}`
}

const isRefused = (answer: object): answer is Refused => 'refused' in answer

const reading = (headers: Headers, path: string): Exchange => ({
  ...formExchange({}, headers, path),
  method: 'GET',
  body: new Uint8Array(),
  bodyBytes: 0,
})

/**
 * A campaign as its page shows it, through the same code as the interface. Reading it creates the next session. `null`
 * if there is no such campaign, or it may not be read.
 */
export async function campaignNow(campaignId: string, headers: Headers): Promise<CampaignNow | Refused | null> {
  const path = paths.api.campaign(campaignId)
  const next = await ask(reading(headers, `${path}/next`))
  if (isRefused(next)) return next.status === 404 || next.status === 401 ? null : next
  const campaign = (await ask(reading(headers, path))) as unknown as CampaignView | Refused
  if (isRefused(campaign)) return campaign
  return { campaign, next: next as unknown as NextSessionView, revision: revisionOf(campaign) }
}

/** What the campaigns of a wallet decide of the official cases, through the same code as the interface; `null` if none does. */
export async function coverageNow(
  wallet: { readonly name: string; readonly version: string },
  headers: Headers,
): Promise<CoverageView | null> {
  const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
  const answer = await ask({ ...reading(headers, paths.api.coverage()), query: query.toString() })
  return isRefused(answer) ? null : (answer as unknown as CoverageView)
}

/** Everything that the page of a campaign depends on. Progress within the open session is shown in the inspector. */
const revisionOf = ({ steps, status }: CampaignView): string =>
  [status, ...steps.map(({ state, verdict, session }) => `${session?.session_id ?? ''}${state}${verdict ?? ''}`)].join()

/** Starts a campaign from the fields of a form; returns its id. */
export async function startCampaign(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<{ readonly refused: false; readonly campaignId: string } | Refused> {
  const answer = await ask(formExchange(body, headers, paths.api.campaigns()))
  return isRefused(answer) ? answer : { refused: false, campaignId: String(answer.campaign_id) }
}

/** Sends a form of the page to an endpoint of the campaign; `null` on success. */
export async function tellCampaign(
  campaignId: string,
  what: 'answer' | 'again',
  { body, headers }: { readonly body: Readonly<Record<string, unknown>>; readonly headers: Headers },
): Promise<Refused | null> {
  const answer = await ask(formExchange(body, headers, `${paths.api.campaign(campaignId)}/${what}`))
  return isRefused(answer) ? answer : null
}
