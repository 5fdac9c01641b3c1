import 'server-only'
import { draftNamed } from '@/lib/core/campaigns/official-cases/drafts'
import { editionFacts } from '@/lib/core/campaigns/official-cases/edition-facts'
import type { CoverageView, EditionView, OfficialCasesView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { DraftView } from '@/lib/core/campaigns/official-cases/z-draft'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { paths } from '@/lib/paths'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { askInterface, isRefused, type Refused, reading } from './ask-interface'

/** A campaign, and its session that waits for the wallet. */
export interface CampaignNow {
  readonly campaign: CampaignView
  readonly next: NextSessionView
  /** Changes whenever the page has something new to show. */
  readonly revision: string
}

/**
 * A campaign as its page shows it, through the same code as the interface. Reading it creates the next session. `null`
 * if there is no such campaign, or it may not be read.
 */
export async function campaignNow(campaignId: string, headers: Headers): Promise<CampaignNow | Refused | null> {
  const path = paths.api.campaign(campaignId)
  const next = await askInterface(reading(headers, `${path}/next`))
  if (isRefused(next)) return next.status === 404 || next.status === 401 ? null : next
  const campaign = (await askInterface(reading(headers, path))) as unknown as CampaignView | Refused
  if (isRefused(campaign)) return campaign
  const view = next as unknown as NextSessionView
  return { campaign, next: view, revision: revisionOf(campaign, view) }
}

/** What the campaigns of a wallet decide of the official cases, through the same code as the interface; `null` if none does. */
export async function coverageNow(
  wallet: { readonly name: string; readonly version: string },
  headers: Headers,
  { edition, compare }: { readonly edition: string | null; readonly compare: string | null },
): Promise<CoverageView | null> {
  const query = queryOf(wallet, edition)
  if (compare !== null) query.set('compare', compare)
  const answer = await askInterface(reading(headers, paths.api.coverage(), query.toString()))
  return isRefused(answer) ? null : (answer as unknown as CoverageView)
}

/** What the review of a draft has come to, through the same code as the interface; `null` if there is no such draft. */
export async function draftNow(
  id: string,
  headers: Headers,
): Promise<{ readonly edition: EditionView; readonly draft: DraftView } | null> {
  if (draftNamed(id) === null) return null
  const query = new URLSearchParams({ edition: id }).toString()
  const answer = await askInterface(reading(headers, paths.api.officialCases(), query))
  if (isRefused(answer)) return null
  const { edition, draft } = answer as unknown as OfficialCasesView
  return draft === undefined ? null : { edition, draft }
}

/** What a wallet's runs come to under an edition. */
export type EditionHeadline = Pick<CoverageView, 'edition' | 'headline'>

/** The same in short under every edition, newest first. */
export async function headlinesNow(
  wallet: { readonly name: string; readonly version: string },
  headers: Headers,
): Promise<readonly EditionHeadline[]> {
  const all: EditionHeadline[] = []
  for (const { id } of editionFacts) {
    const coverage = await coverageNow(wallet, headers, { edition: id, compare: null })
    if (coverage !== null) all.push(coverage)
  }
  return all
}

/** `edition`: `null` for the one that stands where none is asked for. */
const queryOf = (wallet: { readonly name: string; readonly version: string }, edition: string | null) =>
  new URLSearchParams({ wallet: wallet.name, version: wallet.version, ...(edition === null ? {} : { edition }) })

/** The conformance statement of a wallet, through the same code as the interface; `null` for a wallet without a campaign. */
export async function statementNow(
  wallet: { readonly name: string; readonly version: string },
  headers: Headers,
  edition: string,
): Promise<ConformanceStatement | null> {
  const query = queryOf(wallet, edition)
  const answer = await askInterface(reading(headers, paths.api.statement(), query.toString()))
  return isRefused(answer) ? null : (answer as unknown as ConformanceStatement)
}

/** Declares what a wallet supports; `null` on success. */
export async function declareByForm(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<Refused | null> {
  const answer = await askInterface(formExchange(body, headers, paths.api.declare()))
  return isRefused(answer) ? answer : null
}

/** Everything that the page of a campaign depends on. Progress within the open session is shown in the inspector. */
const revisionOf = ({ steps, status }: CampaignView, { session: open }: NextSessionView): string =>
  [
    status,
    open?.silence_ends_at ?? '',
    ...steps.map(
      ({ state, verdict, answers, told, told_by, session }) =>
        `${session?.session_id ?? ''}${state}${verdict ?? ''}${answers.length}${told ?? ''}${told_by ?? ''}`,
    ),
  ].join()

/** Starts a campaign from the fields of a form; returns its id. */
export async function startCampaign(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<{ readonly refused: false; readonly campaignId: string } | Refused> {
  const answer = await askInterface(formExchange(body, headers, paths.api.campaigns()))
  return isRefused(answer) ? answer : { refused: false, campaignId: String(answer.campaign_id) }
}

/** Sends a form of the page to an endpoint of the campaign; `null` on success. */
export async function tellCampaign(
  campaignId: string,
  what: 'answer' | 'again',
  { body, headers }: { readonly body: Readonly<Record<string, unknown>>; readonly headers: Headers },
): Promise<Refused | null> {
  const answer = await askInterface(formExchange(body, headers, `${paths.api.campaign(campaignId)}/${what}`))
  return isRefused(answer) ? answer : null
}

/** Enters what a person says of an official case; `null` on success. */
export async function enterResultByForm(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<Refused | null> {
  const answer = await askInterface(formExchange(body, headers, paths.api.enterResult()))
  return isRefused(answer) ? answer : null
}
