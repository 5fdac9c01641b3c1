import { bodyBytesMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { toBase64url } from '../../shared/values/base64url'
import { withNearest } from '../entities/unknown-names'
import { namesOf, resolveRows } from '../resolve-rows'
import { successRate } from '../rows/row-words'
import type { ServicePorts } from '../scoreboard-ports'
import { type Aggregation, type PartReport, reportedMax } from '../scoreboard-store'
import { rowsMax, type SaveResults, type SaveRow, zRow, zSaveResults } from '../z-save-results'
import { keepAttachments, readAttachments } from './attachments'
import { readAdminForm } from './read-admin-body'
import { refuseMadeNames, type ScoreboardContext, scoreboardEndpoint } from './scoreboard-endpoint'

/**
 * `POST /api/pipeline/scoreboard/save-results`: accepts merged results, whole or in parts; the last part replaces the
 * public rows. What cannot be resolved is reported; a malformed request changes nothing. Files are sent as form parts,
 * which rows name as `attachment:<name>`.
 */
export const saveScoreboardResults = scoreboardEndpoint(async (context) => {
  const { ports } = context
  const list = { member: 'aggregated_pipelines', element: zRow, max: rowsMax }
  const form = { part: 'results', bytesMax: bodyBytesMax.scoreboard, list }
  const { body, files } = await readAdminForm(context, zSaveResults, form)
  await refuseMadeRows(body, context)
  const { rows, warnings } = usableRows(body)
  const attachments = readAttachments(rows, files)
  const { store } = ports.scoreboard
  const aggregation = await openAggregation(context, body, rows)
  const part = body.part ?? { index: 0, total: 1 }
  // The digest covers only what a retry repeats, so neither sender nor time.
  const digest = toBase64url(
    ports.sha256(
      JSON.stringify([part, body.aggregated_pipelines, ...files.map(({ bytes }) => toBase64url(ports.sha256(bytes)))]),
    ),
  )
  const earlier = answerOfEarlier(aggregation, part, digest)
  if (earlier !== null) return { reply: earlier }

  const found = await store.resolve(namesOf(rows))
  await keepAttachments(attachments, found, store)
  const { staged, unresolved, orphans } = resolveRows(rows, found, context.settings.baseUrl)
  const report: PartReport = {
    rows: staged.length,
    skipped: body.aggregated_pipelines.length - rows.length,
    unresolved: unresolved.slice(0, reportedMax),
    orphans: orphans.slice(0, reportedMax),
    warnings,
  }
  const after = await store.stagePart({ id: aggregation.id, ...part, rows: staged, digest, report })
  if ('duplicates' in after) throw duplicate(after.duplicates)
  const taken = answerOfEarlier(after, part, digest)
  if (taken !== null) return { reply: taken }
  if (after.parts.size < part.total) {
    const progress = { committed: false, parts_received: after.parts.size, parts_total: part.total }
    return {
      reply: jsonReply(202, { success: true, message: 'The part is kept until the others have arrived.', ...progress }),
    }
  }
  return { reply: await commit(ports, after, body) }
})

/** Rows searched per turn: some ten milliseconds. */
const rowsPerTurn = 200

/** Like `refuseMadeNames`, for a list longer than one search allows. */
async function refuseMadeRows(body: SaveResults, context: ScoreboardContext): Promise<void> {
  const { aggregated_pipelines, failed_namespaces, carried, ...others } = body
  await refuseMadeNames(others, context)
  for (const [member, list] of Object.entries({ aggregated_pipelines, failed_namespaces, carried }))
    for (const [index, element] of (list ?? []).entries()) {
      if (index > 0 && index % rowsPerTurn === 0) await context.ports.turn()
      await refuseMadeNames({ [member]: { [index]: element } }, context)
    }
}

/** The accepted rows, with warnings about them. */
function usableRows(body: SaveResults): { readonly rows: readonly SaveRow[]; readonly warnings: string[] } {
  const warnings: string[] = []
  const warn = (text: string): void => void (warnings.length < reportedMax && warnings.push(text))
  const seen = new Set<string>()
  const rows = body.aggregated_pipelines.filter((row) => {
    const { pipeline_id: id, total_runs: runs } = row
    if (seen.has(id)) throw duplicate([id])
    seen.add(id)
    if (runs === 0) {
      warn(`${id}: skipped, it has no runs`)
      return false
    }
    const rate = successRate(runs, row.total_successes)
    if (Math.abs(rate - row.success_rate) > 0.01)
      warn(`${id}: success_rate ${row.success_rate} is ${rate} by its numbers`)
    if (row.manual_executions + row.scheduled_executions + row.ci_executions !== runs)
      warn(`${id}: the executions by mode do not add up to total_runs`)
    return true
  })
  return { rows, warnings }
}

/**
 * Finds or starts the aggregation of the request. Throws ProtocolError: 400 for an empty list without `allow_empty`.
 */
async function openAggregation(
  { ports, exchange }: ScoreboardContext,
  body: SaveResults,
  rows: readonly SaveRow[],
): Promise<Aggregation> {
  const { store } = ports.scoreboard
  const known = body.aggregation_id === undefined ? null : await store.aggregation(body.aggregation_id)
  if (rows.length === 0 && (body.part?.total ?? 1) === 1) requireEmptyAllowed(body)
  if (known !== null) {
    if (known.partsTotal !== 0 && known.partsTotal !== (body.part?.total ?? 1))
      throw new ProtocolError('part_mismatch', 'This aggregation announced a different number of parts before.')
    return known
  }
  const id = body.aggregation_id ?? ports.uuid()
  return store.begin({ id, source: 'api', workflowId: '', runId: '', at: exchange.at })
}

/** Prevents emptying the scoreboard by accident, or because namespaces did not answer. */
function requireEmptyAllowed(body: SaveResults): void {
  if (body.allow_empty === true && !body.failed_namespaces?.length) return
  throw new ProtocolError(
    'empty_input',
    'The list holds no pipeline with runs. With allow_empty, and without failed namespaces, it empties the scoreboard.',
  )
}

/** The response to a part of a finished aggregation: the earlier one for the same content. */
function answerOfEarlier({ state, parts, response }: Aggregation, part: { readonly index: number }, digest: string) {
  if (state === 'rejected') throw stale()
  if (state === 'failed') throw givenUp()
  if (state !== 'committed') return null
  if (parts.get(part.index) !== digest)
    throw new ProtocolError('aggregation_already_committed', 'This aggregation was committed with other content.')
  return jsonReply(200, { ...response, replayed: true })
}

async function commit(
  { scoreboard: { store, entities }, now }: ServicePorts,
  aggregation: Aggregation,
  body: SaveResults,
) {
  const reports = await store.reports(aggregation.id)
  const rows = reports.reduce((sum, report) => sum + report.rows, 0)
  const orphans = reports.flatMap((report) => report.orphans).slice(0, reportedMax)
  const unresolved = await withNearest(reports.flatMap((report) => report.unresolved).slice(0, reportedMax), entities)
  if (rows === 0) {
    if (orphans.length > 0)
      throw new ProtocolError('no_resolvable_pipelines', 'No pipeline in the list exists here; nothing was changed.')
    requireEmptyAllowed(body)
  }
  const error = [
    ...unresolved.map(({ pipeline_id, field, name }) => `- ${pipeline_id}: ${field} ${name} is not known`),
    ...orphans.map((row) => `- ${(row as SaveRow).pipeline_id}: no such pipeline`),
  ].join('\n')
  const result = await store.commit({
    id: aggregation.id,
    at: now(),
    allowEmpty: rows === 0,
    failedNamespaces: body.failed_namespaces ?? [],
    carried: body.carried ?? [],
    response: {
      success: true,
      message: `The scoreboard holds the results of ${rows} pipelines.`,
      ...(error === '' ? {} : { error }),
      unresolved,
      orphans,
      warnings: reports.flatMap((report) => report.warnings).slice(0, reportedMax),
      skipped: reports.reduce((sum, report) => sum + report.skipped, 0),
      committed: true,
    },
  })
  if (result.status === 'stale') throw stale()
  if (result.status === 'empty')
    throw new ProtocolError('no_resolvable_pipelines', 'Every pipeline in the list has since been deleted.')
  return jsonReply(200, { ...result.response, ...(result.status === 'replayed' ? { replayed: true } : {}) })
}

const stale = (): ProtocolError =>
  new ProtocolError(
    'stale_aggregation',
    'A newer aggregation has already been committed; the scoreboard keeps its rows.',
  )

const givenUp = (): ProtocolError =>
  new ProtocolError('stale_aggregation', 'This aggregation was abandoned; start another one.')

const duplicate = (ids: readonly string[]): ProtocolError =>
  new ProtocolError('duplicate_pipeline_id', 'A pipeline is listed more than once, in the list or in its parts.', {
    details: ids.map((id) => ({ path: 'pipeline_id', code: 'duplicate', message: id })),
  })
