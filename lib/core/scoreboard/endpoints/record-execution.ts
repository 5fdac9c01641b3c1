import { z } from 'zod'
import { withoutMade, withoutMadeInside } from '../../engine/endpoints/entered-text'
import { bodyBytesMax, jsonDepthMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { fromIso } from '../../shared/time/time'
import { isObject, isShallow, type Json, type JsonObject } from '../../shared/values/json'
import { artifactPath, isKept, namedFiles } from '../artifacts/artifact-address'
import {
  type ArtifactFile,
  type ArtifactMember,
  type ArtifactNames,
  artifactMemberNames,
} from '../artifacts/artifact-members'
import { zLink } from '../execution-memo'
import { instantKey } from '../instants'
import { namesUsed, unknownNames } from '../resolve-rows'
import { reportedMax } from '../scoreboard-store'
import { entityMembers, zInstant } from '../z-statistics'
import { readArtifacts } from './attachments'
import { readAdminForm } from './read-admin-body'
import { type AskedContext, organizationEndpoint, refuseMadeNames, type ScoreboardContext } from './scoreboard-endpoint'
import { evidenceOfSteps } from './session-evidence'

const names = z.array(z.string().max(600)).max(999)
const address = z.string().max(2000).default('')

/** One execution of a pipeline as its runner reports it. Pipeline, entities and runners are named by path. */
export const zExecution = z
  .object({
    namespace: z.string().min(1).max(200),
    pipeline: z.string().min(1).max(700),
    workflow_id: z.string().min(1).max(300),
    run_id: z.string().min(1).max(100),
    status: z.enum(['running', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
    type: z.enum(['manual', 'scheduled', 'CI']).default('manual'),
    started_at: zInstant.refine((text) => text !== '', 'must not be empty'),
    closed_at: zInstant.default(''),
    runners: names.default([]),
    runner_types: names.default([]),
    entities: z.partialRecord(z.enum(entityMembers), names).default({}),
    definition_sha256: z.string().max(64).default(''),
    steps: z
      .unknown()
      .refine((steps) => isShallow(steps, jsonDepthMax), 'must not be nested so deeply')
      .optional(),
    ci_run_url: z.union([z.literal(''), zLink]).default(''),
    infra: z.boolean().default(false).meta({
      description:
        'True says that the service or its worker failed, and not the wallet: it was canceled, and does not count.',
    }),
    reason: z.string().max(40).default('').meta({ description: 'Why it ended so, in a word.' }),
    campaign_id: z.union([z.literal(''), z.uuid()]).default(''),
    evidence_url: z.union([z.literal(''), zLink]).default(''),
    /** Addresses of files stored with this execution. Files themselves are sent as form parts. */
    screenshots: address,
    video: address,
    logs: address,
    org_logo: address,
  })
  .refine(({ status, closed_at }) => (status === 'running') === (closed_at === ''), {
    path: ['closed_at'],
    message: 'must be set unless the execution is running',
  })
  .refine(({ status, infra }) => !infra || status === 'canceled', {
    path: ['infra'],
    message: 'must be false unless the status is canceled',
  })
  .meta({ id: 'PipelineExecution' })

/**
 * `POST /api/pipeline/executions`: records an execution in the ledger and stores the files sent with it. The same
 * workflow and run id updates the existing record, so a report may be repeated. Unknown names are reported as
 * unresolved, and so are files hosted elsewhere, which are never fetched.
 */
export const recordExecution = organizationEndpoint(async (context) => {
  const form = { part: 'execution', bytesMax: bodyBytesMax.execution }
  const { body, files: parts } = await readAdminForm(context, zExecution, form)
  const files = readArtifacts(parts)
  await refuseMadeNames(body, context, ['steps', 'reason'])
  const told = await withoutMadeInside((body.steps ?? null) as Json, context.ports)
  const { steps, withheld } = await withoutForeignSessions(told, context)
  const { runners, started_at, closed_at, screenshots, video, logs, org_logo, evidence_url, ...members } = body
  const { baseUrl } = context.settings
  const isEvidenceOurs = evidence_url === '' || new URL(evidence_url).origin === new URL(baseUrl).origin
  const { store } = context.ports.scoreboard
  const [from, to] = [fromIso(started_at), fromIso(closed_at)]
  const outcome = await store.recordExecution({
    ...members,
    evidence_url: isEvidenceOurs ? evidence_url : '',
    steps,
    reason: withoutMade(body.reason, context.ports),
    runner_ids: [...new Set(runners)].sort(),
    runner_types: [...new Set(body.runner_types)].sort(),
    started_at: instantKey(started_at) ?? '',
    closed_at: instantKey(closed_at) ?? '',
    duration_ms: from === null || to === null ? 0 : Math.max(0, to - from),
  })
  if ('unknown' in outcome)
    throw new ProtocolError('invalid_request', `The ${outcome.unknown} that the execution names does not exist.`)
  const { execution } = outcome
  if (execution === null) throw new Error('An execution was written and is not there.')
  const { id } = execution
  const evidence = await missingEvidence(context, { files, kept: execution.names, status: body.status, steps })
  const all = [...files, ...evidence]
  const kept = all.length === 0 ? execution.names : await store.keepArtifacts(id, all)
  const used = { entities: body.entities, runners }
  const found = await store.resolve(namesUsed([used], outcome.pipeline_id))
  const filesElsewhere = namedFiles({ screenshots, video, logs, org_logo })
    .filter((named) => !isKept(named.member, named.address, { ...outcome, execution: { id, names: kept } }, baseUrl))
    .map((named) => ({ field: named.member, name: named.address }))
  const unresolved = [
    ...unknownNames(used, outcome.pipeline_id, found),
    ...filesElsewhere,
    ...withheld.map((name) => ({ field: 'session_id', name })),
    ...(isEvidenceOurs ? [] : [{ field: 'evidence_url', name: evidence_url }]),
  ].slice(0, reportedMax)
  return { reply: jsonReply(201, { id, artifacts: addressesOf(id, kept, baseUrl), unresolved }) }
})

/** How many sessions of one report are looked up; any further one is left out. */
const sessionsMax = 200
/** Characters of an id that is echoed. */
const idMax = 60

/**
 * The steps without the sessions that are not open to who reports them: whoever names one may show it. One that exists
 * and one that does not are left out alike.
 */
async function withoutForeignSessions(
  steps: Json,
  { by, mayReadEvidence }: AskedContext,
): Promise<{ readonly steps: Json; readonly withheld: readonly string[] }> {
  if (by.kind === 'operator') return { steps, withheld: [] }
  const known = new Map<string, boolean>()
  const isOpen = async (id: string): Promise<boolean> => {
    const answer = known.get(id) ?? (known.size < sessionsMax && (await mayReadEvidence(by, id.toLowerCase())))
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
      const isSession = /^session_id$/i.test(name) && typeof member === 'string'
      if (!isSession || (await isOpen(member))) kept.push([name, await walk(member)])
    }
    return Object.fromEntries(kept)
  }
  const left = await walk(steps)
  const withheld = [...known].filter(([, open]) => !open).map(([id]) => id.slice(0, idMax))
  return { steps: left, withheld }
}

/**
 * Fills empty file members of a finished execution from our own sessions, so that a runner that used them gets pictures
 * and a report without making any.
 */
async function missingEvidence(
  context: ScoreboardContext,
  execution: {
    readonly files: readonly ArtifactFile[]
    readonly kept: ArtifactNames
    readonly status: string
    readonly steps: unknown
  },
): Promise<ArtifactFile[]> {
  const { files, kept, status, steps } = execution
  const lacks = (member: ArtifactMember): boolean =>
    kept[member].length === 0 && files.every((file) => file.member !== member)
  if (status === 'running' || (!lacks('screenshots') && !lacks('report'))) return []
  return (await evidenceOfSteps(steps, context)).filter(({ member }) => lacks(member))
}

const addressesOf = (id: string, kept: ArtifactNames, baseUrl: string) =>
  Object.fromEntries(
    artifactMemberNames.map((member) => [member, kept[member].map((name) => baseUrl + artifactPath(id, name))]),
  )
