import { z } from 'zod'
import { withoutMade, withoutMadeInside } from '../../engine/endpoints/entered-text'
import { bodyBytesMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { addSeconds, type EpochMillis, fromIso, toIso } from '../../shared/time/time'
import type { Json } from '../../shared/values/json'
import { artifactPath, isKept, namedFiles } from '../artifacts/artifact-address'
import {
  type ArtifactFile,
  type ArtifactMember,
  type ArtifactNames,
  artifactMemberNames,
} from '../artifacts/artifact-members'
import { hasScope } from '../asking'
import { nearestPath } from '../entities/nearest'
import { runnerTypes } from '../entities/runner-types'
import { createMissing, type UnknownName, withNearest } from '../entities/unknown-names'
import { zLink } from '../execution-memo'
import type { ExecutionRecord } from '../execution-record'
import { instantKey } from '../instants'
import { missingNames, namesUsed, type UsedNames, unknownNames } from '../resolve-rows'
import { reportedMax } from '../scoreboard-store'
import { entityMembers, zInstant, zNamed } from '../z-statistics'
import { type ReportedStep, zSteps } from '../z-steps'
import { readArtifacts } from './attachments'
import { grantedSteps } from './claimed-steps'
import { pointedAt, wrongMember } from './owned-form'
import { readAdminForm } from './read-admin-body'
import { type AskedContext, organizationEndpoint, refuseMadeNames } from './scoreboard-endpoint'
import { type SessionEvidence, sessionEvidence } from './session-evidence'

const names = z.array(zNamed(600)).max(999)
const address = z.string().max(2000).default('')

/**
 * One execution of a pipeline as its runner reports it. Pipeline, entities and runners are named by path. Unknown members
 * are refused, except in steps: a misspelt one would leave its column empty without a word.
 */
export const zExecution = z
  .strictObject({
    namespace: z.string().min(1).max(200),
    pipeline: zNamed(700).min(1),
    workflow_id: z.string().min(1).max(300),
    run_id: z.string().min(1).max(100),
    status: z.enum(['running', 'completed', 'failed', 'timed_out', 'canceled', 'terminated']),
    type: z.enum(['manual', 'scheduled', 'CI']).default('manual'),
    started_at: zInstant.refine((text) => text !== '', 'must not be empty'),
    closed_at: zInstant.default(''),
    runners: names.default([]),
    runner_types: z.array(z.enum(runnerTypes)).max(999).default([]),
    entities: z.partialRecord(z.enum(entityMembers), names).default({}),
    definition_sha256: z.string().max(64).default(''),
    steps: zSteps.nullish().meta({
      description:
        'What was done, a list of objects with members of your own. A `session_id` gives the run a card and a report of that session: with the key of an organisation, one made with its key or by a run of its pipelines, or without any key where evidence is open to all; any other is unresolved. `capabilities` count for a wallet of the organisation that owns the pipeline alone, and only in a step that names its session or campaign. With the key of an organisation they are what the session tells: what a report says otherwise is unresolved.',
    }),
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
    create_missing: z.boolean().default(false).meta({
      description:
        "Makes private records of the namespace for names that nothing has; a key of an organisation needs entities:write too. Others' names and conformance checks stay unresolved.",
    }),
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
  const { store, entities } = context.ports.scoreboard
  const form = { part: 'execution', bytesMax: bodyBytesMax.execution }
  const { body, files: parts } = await pointedAt(readAdminForm(context, zExecution, form))
  refuseWrongTimes(body, context.exchange.at)
  const files = readArtifacts(parts)
  await refuseMadeNames(body, context, ['steps', 'reason'])
  const told = await withoutMadeInside((body.steps ?? []) as unknown as Json, context.ports)
  const evidence = sessionEvidence(context)
  const { steps, leftOut } = await grantedSteps(told as unknown as readonly ReportedStep[], context, evidence)
  const { screenshots, video, logs, org_logo, evidence_url, create_missing } = body
  if (create_missing && !hasScope(context.by, 'entities:write'))
    throw new ProtocolError(
      'insufficient_api_key_scope',
      'The key may not make records: leave create_missing out, or send a key with the scope entities:write.',
    )
  const { baseUrl } = context.settings
  const isEvidenceOurs = evidence_url === '' || new URL(evidence_url).origin === new URL(baseUrl).origin
  const record = ledgerRecord(body, {
    steps: body.steps ? steps : null,
    reason: withoutMade(body.reason, context.ports),
    evidence_url: isEvidenceOurs ? evidence_url : '',
  })
  const outcome = await store.recordExecution(record)
  if ('unknown' in outcome) throw await unknownIn(body, outcome.unknown, context)
  const { execution } = outcome
  if (execution === null) throw new Error('An execution was written and is not there.')
  const { id } = execution
  const drawn = await missingEvidence(evidence, { files, kept: execution.names, status: body.status, steps })
  const all = [...files, ...drawn]
  const kept = all.length === 0 ? execution.names : await store.keepArtifacts(id, all)
  const lookUp = async (used: UsedNames, namesIn: typeof unknownNames = unknownNames) =>
    namesIn(used, outcome.pipeline_id, await store.resolve(namesUsed([used], outcome.pipeline_id)))
  const sent: UsedNames = { entities: body.entities, runners: body.runners }
  const made = create_missing
    ? await createMissing(await lookUp(sent, missingNames), {
        namespace: body.namespace,
        runnerType: runnerTypes.find((type) => body.runner_types.includes(type)) ?? 'external_ci',
        entities,
      })
    : null
  const used = made === null ? sent : renamed(sent, made.meant)
  // By what they are called here, so that the next aggregation finds them.
  if (made !== null && made.meant.size > 0)
    await store.recordExecution({ ...record, entities: used.entities, runner_ids: [...new Set(used.runners)].sort() })
  const filesElsewhere = namedFiles({ screenshots, video, logs, org_logo })
    .filter((named) => !isKept(named.member, named.address, { ...outcome, execution: { id, names: kept } }, baseUrl))
    .map((named) => ({ field: named.member, name: named.address }))
  const unknown = await lookUp(used)
  const isLeft = ({ field, name }: UnknownName) =>
    made?.left.some((one) => one.field === field && one.name === name) ?? false
  const unresolved = [
    ...(await withNearest(
      unknown.filter((one) => !isLeft(one)),
      entities,
    )),
    // Nothing near is meant: such a name is to have a record of its own.
    ...unknown.filter(isLeft).map((one) => ({ ...one, reason: 'too_many_to_create' as const })),
    ...filesElsewhere,
    ...leftOut,
    ...(isEvidenceOurs ? [] : [{ field: 'evidence_url', name: evidence_url }]),
  ].slice(0, reportedMax)
  const answer = { id, artifacts: addressesOf(id, kept, baseUrl), unresolved }
  return { reply: jsonReply(201, made === null ? answer : { ...answer, created: made.created }) }
})

/** How far the clock of who reports may be ahead of ours, in seconds. */
const aheadMax = 300

/**
 * Throws ProtocolError if a run ends before it starts, or starts or ends in the future: its row would keep a running time
 * of 0 for good, or show nothing newer until then.
 */
function refuseWrongTimes(times: Pick<z.output<typeof zExecution>, 'started_at' | 'closed_at'>, at: EpochMillis): void {
  const [started, closed] = [instantKey(times.started_at), instantKey(times.closed_at)]
  if (started !== null && closed !== null && closed < started)
    throw wrongMember(
      'closed_at',
      'must not be before started_at',
      'The member closed_at is before started_at. Take both from one clock, and report the run again.',
    )
  for (const member of ['started_at', 'closed_at'] as const) {
    const instant = fromIso(times[member])
    if (instant === null || instant <= addSeconds(at, aheadMax)) continue
    const minutes = aheadMax / 60
    throw wrongMember(
      member,
      `must not be more than ${minutes} minutes ahead of the clock of this service`,
      `The member ${member} is more than ${minutes} minutes ahead of the clock of this service, which says ${toIso(at)}. Correct the time, or the clock that it comes from, and report the run again.`,
    )
  }
}

/** How many pipelines of an organisation an unknown name is compared with. */
const comparedMax = 100

/** The refusal of a report that names something unknown, with the pipeline of the namespace that it most probably means. */
async function unknownIn(
  { namespace, pipeline }: Pick<z.output<typeof zExecution>, 'namespace' | 'pipeline'>,
  member: string,
  { ports }: AskedContext,
): Promise<ProtocolError> {
  const description = `The ${member} that the execution names does not exist.`
  if (member !== 'pipeline' || !pipeline.startsWith(`${namespace}/`))
    return new ProtocolError('invalid_request', description)
  const asked = { organization: namespace, page: 1, perPage: comparedMax }
  const { pipelines } = await ports.scoreboard.pipelines.written(asked)
  const nearest = nearestPath(
    pipeline,
    pipelines.map(({ path }) => path),
  )
  const hint = nearest === null ? 'Add it first.' : `Is ${nearest} meant?`
  const details = [{ path: 'pipeline', code: 'unknown', message: 'must be the path of a pipeline of the namespace' }]
  return new ProtocolError('invalid_request', `${description} ${hint}`, {
    ...{ pointer: '/pipeline', details },
    ...(nearest === null ? {} : { nearest }),
  })
}

/** The row of the ledger that a report makes. */
function ledgerRecord(
  body: z.output<typeof zExecution>,
  safe: Pick<ExecutionRecord, 'steps' | 'reason' | 'evidence_url'>,
): ExecutionRecord {
  const { runners, started_at, closed_at, screenshots: _, video: __, logs: ___, org_logo: ____, ...sent } = body
  const { create_missing: _____, ...members } = sent
  const [from, to] = [fromIso(started_at), fromIso(closed_at)]
  return {
    ...members,
    ...safe,
    runner_ids: [...new Set(runners)].sort(),
    runner_types: [...new Set(body.runner_types)].sort(),
    started_at: instantKey(started_at) ?? '',
    closed_at: instantKey(closed_at) ?? '',
    duration_ms: from === null || to === null ? 0 : Math.max(0, to - from),
  }
}

/** The names of a report as their records are called. */
function renamed({ entities, runners }: UsedNames, meant: ReadonlyMap<string, string>): UsedNames {
  const all = (names: readonly string[]) => names.map((name) => meant.get(name) ?? name)
  return {
    entities: Object.fromEntries(Object.entries(entities).map(([member, names]) => [member, all(names ?? [])])),
    runners: all(runners),
  }
}

/**
 * Fills empty file members of a finished execution from our own sessions, so that a runner that used them gets pictures
 * and a report without making any.
 */
async function missingEvidence(
  evidence: SessionEvidence,
  execution: {
    readonly files: readonly ArtifactFile[]
    readonly kept: ArtifactNames
    readonly status: string
    readonly steps: readonly ReportedStep[]
  },
): Promise<ArtifactFile[]> {
  const { files, kept, status, steps } = execution
  const lacks = (member: ArtifactMember): boolean =>
    kept[member].length === 0 && files.every((file) => file.member !== member)
  if (status === 'running' || (!lacks('screenshots') && !lacks('report'))) return []
  return (await evidence.ofSteps(steps)).filter(({ member }) => lacks(member))
}

const addressesOf = (id: string, kept: ArtifactNames, baseUrl: string) =>
  Object.fromEntries(
    artifactMemberNames.map((member) => [member, kept[member].map((name) => baseUrl + artifactPath(id, name))]),
  )
