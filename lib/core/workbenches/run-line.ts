import { toneOf } from '../engine/evidence/outcomes'
import { issuedType } from '../issuer/deviations/deviation-facts'
import type { Session } from '../shared/ports/store-types'
import { toIso } from '../shared/time/time'
import { isObject } from '../shared/values/json'
import type { RunLine } from './fold-runs'
import type { WorkbenchRun } from './session-row'

/** Names of the credential formats, as testers say them. */
const formatNames: Readonly<Record<string, string>> = { 'dc+sd-jwt': 'SD-JWT', mso_mdoc: 'mdoc' }

/** Formats that a session is about: of what it issues, of what came, or of what it asks for. */
function formatsOf({ session, result }: WorkbenchRun): string {
  const came = result.presented.map(({ subject }) => subject.query_id)
  const formats =
    session.kind === 'issuance' ? [issuedType(session)?.format] : askedFormats(session.request.dcql_query, came)
  const named = formats.flatMap((format) => (typeof format === 'string' ? (formatNames[format] ?? format) : []))
  return [...new Set(named)].join(' and ')
}

/** Formats that a query names. `came`: ids of what was presented, which may be one of several that were asked for. */
function askedFormats(query: unknown, came: readonly string[]): readonly unknown[] {
  if (!isObject(query) || !Array.isArray(query.credentials)) return []
  const asked = query.credentials.filter(isObject)
  const presented = asked.filter(({ id }) => typeof id === 'string' && came.includes(id))
  return (presented.length === 0 ? asked : presented).map(({ format }) => format)
}

/** Options that differ in each session, or say nothing about its flow. */
const own = ['name', 'rename_digest', 'trust']

/** What decides whether two sessions had the same settings: all options but names, and what was asked. */
function settingsOf(session: Session): string {
  const options = Object.entries(session.options).filter(([name]) => !own.includes(name))
  const asked =
    session.kind === 'issuance'
      ? [session.issuerConfigurationId, session.credentialConfigurationId, session.flow]
      : [session.responseMode, session.request.dcql_query ?? session.request.scope ?? null]
  return JSON.stringify([options, asked])
}

/**
 * A session of a workbench for its list.
 * @param campaigns by their ids; none of those whose records are gone
 */
export function runLine(
  run: WorkbenchRun,
  campaigns: ReadonlyMap<string, NonNullable<RunLine['campaign']>>,
): RunLine[] {
  const { session, result } = run
  const { outcome, leads, found } = result
  if (outcome === null || session.number === undefined) return []
  const formats = formatsOf(run)
  const { campaignId } = session
  const did = session.kind === 'issuance' ? 'Got' : 'Presented'
  return [
    {
      number: session.number,
      sessionId: session.sessionId,
      kind: session.kind,
      tone: toneOf(outcome),
      cause: leads?.id ?? null,
      says: leads?.headline ?? null,
      what: outcome.id === 'passed' && formats !== '' ? `${did} ${formats}` : outcome.sentence,
      formats,
      campaign: campaigns.get(campaignId ?? '') ?? null,
      settings: settingsOf(session),
      passed: new Set(Object.keys(found).filter((id) => found[id]?.status === 'pass')),
      startedBy: session.startedBy ?? null,
      program: result.program,
      tookMillis: result.durationMillis,
      isOver: outcome.over,
      at: toIso(session.createdAt),
    },
  ]
}
