import { headerValue } from '../../shared/http/exchange'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { countCapabilities } from '../pipelines/capabilities'
import { pipelineHeader } from '../pipelines/run-types'
import type { ReportedStep } from '../z-steps'
import type { AskedContext } from './scoreboard-endpoint'
import type { SessionEvidence } from './session-evidence'

/** How many sessions of one report are looked up; any further one is left out. */
const sessionsMax = 200
/** Characters of an id that is echoed. */
const idMax = 60

/** What an organisation claimed and did not get, with the member that claimed it. */
export interface LeftOut {
  readonly field: 'session_id' | 'capabilities'
  readonly name: string
}

/**
 * The steps of a report, with what its organisation may claim: sessions of its own, since whoever names one may show it, and
 * of wallets only what those sessions tell. A run of this service names what its pipeline made. The operator's own steps are as
 * they came.
 */
export async function grantedSteps(
  steps: readonly ReportedStep[],
  context: AskedContext,
  evidence: SessionEvidence,
): Promise<{ readonly steps: readonly ReportedStep[]; readonly leftOut: readonly LeftOut[] }> {
  const isOfRun = headerValue(context.exchange, pipelineHeader) !== null
  if (context.by.kind === 'operator' && !isOfRun) return { steps, leftOut: [] }
  const open = await withoutForeignSessions(steps, context)
  if (context.by.kind === 'operator') return open
  const told: ReportedStep[] = []
  const leftOut: LeftOut[] = []
  for (const [place, step] of open.steps.entries()) {
    const { capabilities: claimed = [], ...rest } = step
    const tried = typeof step.session_id === 'string' ? await evidence.triedIn(step.session_id) : null
    const counts = tried === null ? [] : countCapabilities([tried])
    told.push(counts.length === 0 ? rest : { ...rest, capabilities: counts })
    const isTold = claimed.every(({ id, passed, total }) =>
      counts.some((count) => count.id === id && count.passed === passed && count.total === total),
    )
    if (!isTold) leftOut.push({ field: 'capabilities', name: nameOf(step, place) })
  }
  return { steps: told, leftOut: [...open.leftOut, ...leftOut] }
}

/** What a step is called in an answer: its `id`, or its place. */
const nameOf = ({ id }: ReportedStep, place: number): string =>
  typeof id === 'string' && id !== '' ? id.slice(0, idMax) : `steps/${place}`

/** The steps without the sessions of others, and those. */
async function withoutForeignSessions(
  steps: readonly ReportedStep[],
  { by, mayShowEvidence }: AskedContext,
): Promise<{ readonly steps: readonly ReportedStep[]; readonly leftOut: readonly LeftOut[] }> {
  // In the report of an organisation itself the id of a campaign opens nothing.
  const shown = by.kind === 'operator' ? /^(?:session|campaign)_id$/i : /^session_id$/i
  const known = new Map<string, boolean>()
  const isOpen = async (id: string): Promise<boolean> => {
    const answer = known.get(id) ?? (known.size < sessionsMax && (await mayShowEvidence(by, id.toLowerCase())))
    known.set(id, answer)
    return answer
  }
  const walk = async (value: Json): Promise<Json> => {
    if (Array.isArray(value)) {
      const items: Json[] = []
      for (const item of value) items.push(await walk(item))
      return items
    }
    if (!isObject(value)) return value
    const kept: [string, Json][] = []
    for (const [name, member] of Object.entries(value as JsonObject)) {
      const isSession = shown.test(name) && typeof member === 'string' && member !== ''
      if (!isSession || (await isOpen(member))) kept.push([name, await walk(member)])
    }
    return Object.fromEntries(kept)
  }
  const left = (await walk(steps as unknown as Json)) as unknown as readonly ReportedStep[]
  const withheld = [...known].filter(([, answer]) => !answer).map(([id]) => id.slice(0, idMax))
  return { steps: left, leftOut: withheld.map((name) => ({ field: 'session_id', name })) }
}
