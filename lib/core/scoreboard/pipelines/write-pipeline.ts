import { ProtocolError } from '../../shared/ports/errors'
import { isSameJson } from '../../shared/values/json'
import type {
  AllowedRevisions,
  NewPipeline,
  PipelineChanges,
  PipelineDefinitions,
  WrittenPipeline,
} from './pipeline-store'
import { requireDefinition, requireNewDefinition } from './read-definition'
import { applySchedule } from './schedules'
import { type SavedDefinition, type Sealing, savedDefinition, sealedWhole } from './sealed-definition'
import { requirePipeline, runRequest, type StartPorts } from './start-run'

/** What writing a pipeline needs, in addition to starting a run. */
interface WritePorts extends StartPorts {
  readonly sealing: Sealing
  /** Whether the request cannot have been read by others. */
  readonly takesSecrets: boolean
}

/**
 * Seals and validates a definition to save.
 * @throws ProtocolError `insecure_transport`
 */
function requireSaved(sent: unknown, stored: unknown, { sealing, takesSecrets }: WritePorts): SavedDefinition {
  const saved = savedDefinition(sent, stored, sealing)
  if (takesSecrets || !saved.bringsSecret) return saved
  throw new ProtocolError(
    'insecure_transport',
    'The definition holds a private key or another value that is sealed: send it over https, or from the machine that the service runs on. Others may have read this one.',
  )
}

/** @throws ProtocolError `pipeline_not_found` */
export async function requireWritten(
  pipelines: StartPorts['pipelines'],
  id: string,
): Promise<WrittenPipeline & { readonly revision: string }> {
  const pipeline = await pipelines.writtenOne(id)
  if (pipeline === null) throw notFound()
  return pipeline
}

const notFound = (): ProtocolError => new ProtocolError('pipeline_not_found', 'No pipeline has this id.')

const changedMeanwhile = (): ProtocolError =>
  new ProtocolError(
    'pipeline_changed',
    'The pipeline was changed after you read it, so nothing was written. Read it again, and send If-Match with its new ETag.',
  )

const isPublished = (): ProtocolError =>
  new ProtocolError(
    'pipeline_published',
    'The definition of a published pipeline cannot change, because its public results came from it. Unpublish it first.',
  )

/**
 * Adds a pipeline, and returns its id. Secrets are sealed before it is stored. One without a definition is for runs that
 * others report.
 * @throws ProtocolError `insecure_transport`, `invalid_pipeline`, `pipeline_exists`, `invalid_request` for an unknown organisation;
 * StoreUnavailable
 */
export async function createPipeline(pipeline: NewPipeline, ports: WritePorts): Promise<string> {
  const saved = (pipeline.definition ?? null) === null ? null : requireSaved(pipeline.definition, null, ports)
  if (saved !== null) await requireNewDefinition(saved, ports)
  const created = await ports.pipelines.create({ ...pipeline, definition: saved?.sealed ?? null })
  if (created === 'unknown_organization')
    throw new ProtocolError('invalid_request', 'The member organization must be the namespace of an organisation.', {
      details: [
        { path: 'organization', code: 'unknown_organization', message: 'must be the namespace of an organisation' },
      ],
    })
  if (created === 'exists')
    throw new ProtocolError(
      'pipeline_exists',
      'The organisation has a pipeline with this path. Send another name, or a canonified_name.',
      {
        details: [
          { path: 'canonified_name', code: 'pipeline_exists', message: 'must differ from that of another pipeline' },
        ],
      },
    )
  return created.id
}

/**
 * Changes a pipeline. Stored secrets are kept unless a value is sent. Its schedule in Temporal follows the definition;
 * if Temporal does not respond, nothing changes.
 * @throws ProtocolError `pipeline_not_found`, `insecure_transport`, `invalid_pipeline`, `pipeline_changed`, `pipeline_published`;
 * SchedulerUnavailable; StoreUnavailable
 */
export async function changePipeline(
  id: string,
  asked: PipelineChanges,
  { revisions, ports }: { readonly revisions: AllowedRevisions; readonly ports: WritePorts },
): Promise<void> {
  const { pipelines } = ports
  const before = await requireWritten(pipelines, id)
  const { definition: sent, ...others } = asked
  const saved = sent === undefined ? null : requireSaved(sent, before.definition, ports)
  const isNew = saved !== null && (!isSameJson(saved.sealed, before.definition) || saved.problems.length > 0)
  const changes: PipelineChanges = isNew ? { ...others, definition: saved.sealed } : others
  if (isNew) await requireNewDefinition(saved, ports)
  // A pipeline without a definition, whose runs others reported, may be shown; one with an invalid definition may not.
  else if (asked.published === true && before.definition !== null) await requireDefinition(before.definition, ports)
  if (isNew && before.published && asked.published !== false) throw isPublished()
  const isStale = revisions !== null && !revisions.includes(before.revision)
  if (isNew && isStale) throw changedMeanwhile()
  const { schedule } = before
  const follow = async (definition: unknown): Promise<void> => {
    if (schedule === null) return
    const pipeline = { ...(await requirePipeline(pipelines, id)), definition }
    const { run } = await runRequest(pipeline, { trigger: 'scheduled' }, ports)
    await applySchedule(run, schedule, ports)
  }
  if (isNew) await follow(saved.sealed)
  const outcome = await pipelines.change(id, changes, revisions)
  if (outcome === 'changed' || outcome === 'same') return
  if (isNew && outcome !== 'unknown') await follow(before.definition)
  if (outcome === 'unknown') throw notFound()
  throw outcome === 'stale' ? changedMeanwhile() : isPublished()
}

/**
 * Removes a pipeline that never ran, with its schedule.
 * @throws ProtocolError `pipeline_not_found`, `pipeline_has_runs`, `pipeline_changed`; SchedulerUnavailable; StoreUnavailable
 */
export async function removePipeline(
  id: string,
  { revisions, ports }: { readonly revisions: AllowedRevisions; readonly ports: StartPorts },
): Promise<void> {
  const { pipelines, runner } = ports
  const require = (outcome: Awaited<ReturnType<typeof pipelines.remove>>): void => {
    if (outcome === 'removed') return
    if (outcome === 'unknown') throw notFound()
    if (outcome === 'stale') throw changedMeanwhile()
    throw new ProtocolError(
      'pipeline_has_runs',
      'The pipeline has run, and statistics are made of its executions, so it stays. Unpublish it and end its schedule: then nobody sees it and nothing runs.',
    )
  }
  require(await pipelines.remove(id, revisions, { dry: true }))
  const { organization, schedule } = await requireWritten(pipelines, id)
  // First, so that Temporal never starts a deleted pipeline.
  if (schedule !== null) await runner.unschedule({ namespace: organization, pipelineId: id })
  require(await pipelines.remove(id, revisions))
}

/** Batch size for sealing stored pipelines. */
const sealedAtOnce = 50

/**
 * Seals secrets that definitions contain in clear: from before definitions were sealed, or saved in PocketBase's
 * dashboard. Idempotent. Returns how many it sealed; throws StoreUnavailable. The old values stay in the storage files
 * until they are forgotten.
 */
export async function sealStored(pipelines: PipelineDefinitions, sealing: Sealing): Promise<number> {
  let count = 0
  for (let page = 1; ; page += 1) {
    const { pipelines: found } = await pipelines.written({ organization: null, page, perPage: sealedAtOnce })
    for (const { id, definition } of found) {
      if (sealedWhole(definition, sealing) === definition) continue
      const whole = await pipelines.writtenOne(id)
      if (whole === null) continue
      if (await pipelines.sealDefinition(id, whole.revision, sealedWhole(whole.definition, sealing))) count += 1
    }
    if (found.length < sealedAtOnce) break
  }
  return count
}
