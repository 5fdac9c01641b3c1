import 'server-only'
import { LRUCache } from 'lru-cache'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { isNarrow, passesChips, type RunFilter, runPageSize, wholeList } from '@/components/runs/run-filter'
import { campaignRow, type RunRow, sessionRow } from '@/components/runs/run-row'
import { issuerDeviations } from '@/lib/core/issuer/deviations'
import type { RunPlace, RunReference } from '@/lib/core/shared/ports/store'
import { epochMillis, toIso } from '@/lib/core/shared/time/time'
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
  /** Reading takes longer than the page waits: rows are only announced, or some that a filter lets through may be missing. */
  readonly isPending: boolean
}

/** How many runs one request reads at most while it looks for those that a filter lets through. */
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

/** How long a page waits for what its runs came to, in milliseconds. */
const drawnWithinMillis = 150
/** How long a browser waits for more of those. */
const soughtWithinMillis = 2000

/**
 * A page of all runs, newest first, from a place on; `null` for who does not hold the operator token. What a run came to is
 * derived from its evidence, so only so many are read in search of those that a filter lets through, and only for so long.
 * @param isPolled whether a page that is drawn already asks
 */
export async function allRuns(filter: RunFilter, from: string | null, isPolled = false): Promise<RunPage | null> {
  const queries = await evidence()
  if (queries === null || !(await mayListAll())) return null
  const text = filter.q.trim()
  const deviations = text === '' ? [] : deviationsOf(text)
  const rows: RunRow[] = []
  let before = toPlace(from)
  let examined = 0
  const until = performance.now() + (isPolled && isNarrow(filter) ? soughtWithinMillis : drawnWithinMillis)
  for (;;) {
    const found = await queries.runs({ text, deviations, before, max: runPageSize + 1 })
    const page = found.slice(0, runPageSize)
    // What is not known in time comes with the next reading.
    const read = await rowsInTime(page, { until, queries })
    for (const [index, reference] of page.entries()) {
      const row = read[index] ?? null
      if (isNarrow(filter) && row?.isPending) return { rows, next: null, examined, isPending: true }
      examined++
      before = reference
      // Who sees all of them holds the operator token.
      if (row !== null && passesChips(row, filter)) rows.push({ ...row, mayRename: true })
      const isLast = index === page.length - 1 && found.length <= runPageSize
      if (rows.length === runPageSize || isLast) {
        const isPending = rows.some((one) => one.isPending)
        return { rows, next: isLast ? null : placeText(reference), examined, isPending }
      }
    }
    if (page.length === 0 || examined >= examinedMax)
      return {
        rows,
        next: before === null || page.length === 0 ? null : placeText(before),
        examined,
        isPending: false,
      }
  }
}

/** The newest runs, for a form to offer; `null` for who does not hold the operator token. */
export const newestRuns = async (): Promise<readonly RunRow[] | null> => (await allRuns(wholeList, null))?.rows ?? null

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

/**
 * The runs with these ids, as far as there are any; `null` if evidence may not be read. Who knows an id may read its run. With the
 * digest of a browser's key the rows say whether that key may change their names.
 */
export async function runsById(ids: readonly string[], keyDigest: string | null = null): Promise<RunRow[] | null> {
  const queries = await evidence()
  if (queries === null) return null
  const read = async (id: string): Promise<RunRow | null> => {
    const reference = await queries.run(id)
    const row = reference && (await rowOf(reference, queries))
    return row && (keyDigest === null ? row : { ...row, mayRename: reference?.renameDigest === keyDigest })
  }
  const rows: (RunRow | null)[] = []
  const asked = ids.slice(0, idsMax)
  for (let from = 0; from < asked.length; from += readAtOnce)
    rows.push(...(await Promise.all(asked.slice(from, from + readAtOnce).map(read))))
  return rows.filter((row) => row !== null)
}

/** How many runs are read at a time. */
const readAtOnce = 3

/** For how long reading rests once its page does not wait any more, in milliseconds: the page is drawn and sent meanwhile. */
const restMillis = 300

async function rowsOf(
  references: readonly RunReference[],
  queries: Queries,
  until = Number.POSITIVE_INFINITY,
): Promise<(RunRow | null)[]> {
  const rows: (RunRow | null)[] = []
  let isRested = false
  for (let from = 0; from < references.length; from += readAtOnce) {
    if (!isRested && performance.now() > until) {
      await new Promise((resolve) => setTimeout(resolve, restMillis))
      isRested = true
    }
    rows.push(...(await Promise.all(references.slice(from, from + readAtOnce).map((one) => keptRow(one, queries)))))
  }
  return rows
}

/**
 * The rows, of which some are only announced where reading them takes longer than until then. Their reading goes on, for who
 * asks again.
 */
async function rowsInTime(
  references: readonly RunReference[],
  { until, queries }: { readonly until: number; readonly queries: Queries },
): Promise<(RunRow | null)[]> {
  const all = rowsOf(references, queries, until)
  // Nobody waits for it once the time is over, and who asks again learns of the error.
  all.catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), until - performance.now())
  })
  const rows = await Promise.race([all, late])
  clearTimeout(timer)
  return rows ?? references.map((reference) => kept.get(reference.id) ?? announced(reference))
}

/** A run of which nothing is read yet. */
const announced = ({ kind, id, at }: RunReference): RunRow => ({
  sessionId: id,
  kind,
  title: 'being read',
  createdAt: toIso(at),
  tone: 'open',
  words: 'Being read',
  over: false,
  isPending: true,
})

/** Rows as they were read last. That of a run which is over stays the same but for a name, or what a person says of it. */
const kept = new LRUCache<string, RunRow>({ max: 2000, ttl: 30_000 })
const openTtlMillis = 3000

/** Rows that are being read. Several pages that ask for one wait for the same reading. */
const beingRead = new Map<string, Promise<RunRow | null>>()

function keptRow(reference: RunReference, queries: Queries): Promise<RunRow | null> | RunRow {
  const { id } = reference
  const known = kept.get(id)
  if (known !== undefined) return known
  const reading = beingRead.get(id) ?? readRow(reference, queries)
  beingRead.set(id, reading)
  return reading
}

async function readRow(reference: RunReference, queries: Queries): Promise<RunRow | null> {
  try {
    const row = await rowOf(reference, queries)
    if (row !== null) kept.set(reference.id, row, row.over ? {} : { ttl: openTtlMillis })
    return row
  } finally {
    beingRead.delete(reference.id)
  }
}

/** `null` for a run that was deleted meanwhile. */
async function rowOf(reference: RunReference, queries: Queries): Promise<RunRow | null> {
  const row = await plainRow(reference, queries)
  const made = await queries.builtIn([reference.id])
  return row !== null && made.has(reference.id) ? { ...row, builtIn: true } : row
}

async function plainRow({ kind, id }: RunReference, queries: Queries): Promise<RunRow | null> {
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
