import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DefinitionProblem } from '@/lib/core/scoreboard/pipelines/z-definition'
import { filterOf, isPipelinePath } from '@/lib/core/shared/ports/filter'
import { addSeconds, epochMillis, toIso } from '@/lib/core/shared/time/time'
import { isObject } from '@/lib/core/shared/values/json'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { mayReadEvidence } from './evidence-access'
import type { PipelineExecution, PipelineView } from './pipeline'
import { openStep, sessionKindOf } from './run-steps'
import { inTime } from './storage-away'

/** How many versions of a wallet a form offers. */
const versionsMax = 100
const waitSecondsUsual = 600

/** A version of the wallet that a run may be about. */
export interface VersionChoice {
  readonly path: string
  readonly name: string
}

/** What a run waits for, with what only who has the admin key may see. */
export type RunWait =
  | {
      readonly kind: 'wallet'
      readonly sessionKind: 'issuance' | 'presentation'
      readonly sessionId: string
      /** `null` once it is used up. */
      readonly deeplink: string | null
      /** The transaction code that the wallet asks for; `null` for none. */
      readonly txCode: string | null
      /** When the wait ends, RFC 3339. */
      readonly until: string
      /** Whether a wallet has come. */
      readonly came: boolean
    }
  | {
      readonly kind: 'campaign'
      readonly campaignId: string
      /** Whether its page asks whoever reads this for the operator token. */
      readonly asksForToken: boolean
    }
  | { readonly kind: 'result'; readonly step: string }

/** What only who has entered the admin key sees of a pipeline and its runs. */
export interface RunDesk {
  readonly formToken: string
  /** One form starts one run, however often it is sent. */
  readonly idempotencyKey: string
  /** Versions of the wallet to choose from. */
  readonly versions: readonly VersionChoice[]
  /** What each run that has not ended waits for, by its id. */
  readonly waits: ReadonlyMap<string, RunWait>
  /** What is wrong with the definition; read only where a run was refused for it. */
  readonly problems: readonly DefinitionProblem[]
}

/** Callers have found the operator's session that the form token is of. Throws `StoreUnavailable`. */
export async function runDesk(
  pipeline: PipelineView,
  { formToken, isRefused }: { readonly formToken: string; readonly isRefused: boolean },
): Promise<RunDesk> {
  const { definition, running } = pipeline
  const [versions, waits, problems] = await inTime(
    Promise.all([
      versionsOf(definition),
      Promise.all(running.map(async (run) => [run.id, await waitOf(run, definition)] as const)),
      isRefused ? problemsOf(definition) : [],
    ]),
  )
  return {
    formToken,
    idempotencyKey: randomUUID(),
    versions,
    waits: new Map(waits.flatMap(([id, wait]) => (wait === null ? [] : [[id, wait] as const]))),
    problems,
  }
}

async function problemsOf(definition: unknown): Promise<readonly DefinitionProblem[]> {
  const { catalogue, store } = container().ports.scoreboard
  const read = await shared().readDefinition(definition, { catalogue, store })
  return 'problems' in read ? read.problems : []
}

async function waitOf({ steps }: PipelineExecution, definition: unknown): Promise<RunWait | null> {
  const open = openStep(steps)
  if (open === undefined || open.waitsFor === null) return null
  if (open.waitsFor === 'result') return { kind: 'result', step: open.id }
  if (open.campaignId !== null)
    return { kind: 'campaign', campaignId: open.campaignId, asksForToken: !(await mayReadEvidence()) }
  const sessionKind = sessionKindOf(open)
  if (sessionKind === null || open.sessionId === null) return null
  const session = await container().queries[sessionKind].view(open.sessionId)
  if (session === null) return null
  const { deeplink, created_at, contact } = session
  const until = addSeconds(epochMillis(Date.parse(created_at)), waitSecondsOf(definition))
  return {
    kind: 'wallet',
    sessionKind,
    sessionId: open.sessionId,
    deeplink,
    txCode: 'tx_code' in session ? (session.tx_code ?? null) : null,
    until: toIso(until),
    came: contact.reached,
  }
}

const waitSecondsOf = (definition: unknown): number =>
  isObject(definition) && typeof definition.wait_seconds === 'number' ? definition.wait_seconds : waitSecondsUsual

const zVersions = z.object({ items: z.array(z.object({ path: z.string(), name: z.string() })) })

/** The versions of the wallet of a definition, the newest first. One that the definition names by itself is no choice. */
async function versionsOf(definition: unknown): Promise<readonly VersionChoice[]> {
  const entities = isObject(definition) && isObject(definition.entities) ? definition.entities : {}
  const { wallet, wallet_version: version } = entities
  const path = typeof wallet === 'string' ? wallet : typeof version === 'string' ? parentOf(version) : ''
  if (!isPipelinePath(path)) return []
  const search = new URLSearchParams({
    filter: filterOf(['wallet.path', '=', { path }]),
    sort: '-created',
    perPage: String(versionsMax),
    skipTotal: '1',
  })
  const { status, body } = await container().ports.scoreboard.readWhole('wallet_versions/records', `${search}`)
  if (status !== 200) return []
  const { items } = zVersions.parse(JSON.parse(body))
  return items.length === 1 && items[0]?.path === version ? [] : items
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
