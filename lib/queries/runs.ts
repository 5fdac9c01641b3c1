import 'server-only'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-session'
import { type RunFilter, runPageSize } from '@/components/runs/run-filter'
import { campaignRow, type RunRow, sessionRow } from '@/components/runs/run-row'
import type { RunPlace, RunReference } from '@/lib/core/ground/ports/ports'
import { epochMillis } from '@/lib/core/ground/time/time'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { Queries } from '@/lib/server/read/queries'
import { evidence, mayListAll } from './evidence-access'

/** A page of all runs. */
export interface RunPage {
  readonly rows: readonly RunRow[]
  /** Where the next page begins; `null` behind the last one. */
  readonly next: string | null
  /** How many runs were looked at for it. */
  readonly examined: number
}

/** How many runs one request reads at most while it looks for those that failed. */
const examinedMax = 200
/** How many of a browser's runs one request reads. */
const idsMax = runPageSize

/** Ids of the deviations whose title has this text. */
function deviationsOf(text: string): string[] {
  const wanted = text.toLowerCase()
  const all = [...issuerDeviations, ...verifierDeviations]
  return all.filter(({ title }) => title.toLowerCase().includes(wanted)).map(({ id }) => id)
}

const placeText = ({ at, id }: RunPlace): string => `${at}.${id}`

/** Reads a place of the list; `null` for a text that is none. */
function toPlace(text: string | null): RunPlace | null {
  const [, at = '', id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return at === '' ? null : { at: epochMillis(Number(at)), id }
}

/**
 * A page of all runs, newest first, from a place on; `null` for who does not hold the operator token. What a run came to is
 * derived from its evidence, so only so many are read in search of those that failed.
 */
export async function allRuns(filter: RunFilter, from: string | null): Promise<RunPage | null> {
  const queries = await evidence()
  if (queries === null || !(await mayListAll())) return null
  const text = filter.q.trim()
  const deviations = text === '' ? [] : deviationsOf(text)
  const rows: RunRow[] = []
  let before = toPlace(from)
  let examined = 0
  for (;;) {
    const found = await queries.runs({ text, deviations, before, max: runPageSize + 1 })
    const page = found.slice(0, runPageSize)
    const read = await rowsOf(page, queries)
    for (const [index, reference] of page.entries()) {
      const row = read[index] ?? null
      examined++
      before = reference
      if (row !== null && (!filter.failed || row.tone === 'fail')) rows.push(row)
      const isLast = index === page.length - 1 && found.length <= runPageSize
      if (rows.length === runPageSize || isLast) return { rows, next: isLast ? null : placeText(reference), examined }
    }
    if (page.length === 0 || examined >= examinedMax)
      return { rows, next: before === null || page.length === 0 ? null : placeText(before), examined }
  }
}

/** The newest runs, for a form to offer; `null` for who does not hold the operator token. */
export const newestRuns = async (): Promise<readonly RunRow[] | null> =>
  (await allRuns({ q: '', failed: false }, null))?.rows ?? null

/** How many of the newest runs are looked through for campaigns, in steps. */
const campaignSteps = 4

/** The newest campaigns, likewise. */
export async function newestCampaigns(): Promise<readonly RunRow[] | null> {
  const queries = await evidence()
  if (queries === null || !(await mayListAll())) return null
  const found: RunReference[] = []
  let before: RunPlace | null = null
  for (let step = 0; step < campaignSteps; step++) {
    const page: readonly RunReference[] = await queries.runs({ text: '', deviations: [], before, max: 500 })
    found.push(...page.filter(({ kind }) => kind === 'campaign'))
    before = page.at(-1) ?? null
    if (before === null) break
  }
  const rows = await rowsOf(found.slice(0, runPageSize), queries)
  return rows.filter((row) => row !== null)
}

/** The runs with these ids, as far as there are any; `null` if evidence may not be read. Who knows an id may read its run. */
export async function runsById(ids: readonly string[]): Promise<RunRow[] | null> {
  const queries = await evidence()
  if (queries === null) return null
  const references = await Promise.all(ids.slice(0, idsMax).map((id) => queries.run(id)))
  const rows = await rowsOf(
    references.filter((reference) => reference !== null),
    queries,
  )
  return rows.filter((row) => row !== null)
}

const rowsOf = (references: readonly RunReference[], queries: Queries): Promise<(RunRow | null)[]> =>
  Promise.all(references.map((reference) => rowOf(reference, queries)))

/** `null` for a run that was deleted meanwhile. */
async function rowOf({ kind, id }: RunReference, queries: Queries): Promise<RunRow | null> {
  if (kind === 'campaign') {
    const progress = await queries.campaign(id)
    return progress && campaignRow(progress)
  }
  if (kind === 'issuance') {
    const view = (await queries.issuance.inspection(id))?.view
    return view === undefined ? null : sessionRow(view, issuerFlow, { kind, wallet: await walletOf(view, queries) })
  }
  const view = (await queries.presentation.inspection(id))?.view
  if (view === undefined) return null
  return sessionRow(toInspectedPresentation(view), verifierFlow, { kind, wallet: await walletOf(view, queries) })
}

const walletOf = async ({ campaign_id: id }: { readonly campaign_id: string | null }, queries: Queries) =>
  id === null ? null : queries.campaignWallet(id)
