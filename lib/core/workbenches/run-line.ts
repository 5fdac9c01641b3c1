import { toneOf } from '../engine/evidence/outcomes'
import { issuedType } from '../issuer/deviations/deviation-facts'
import type { Session } from '../shared/ports/store-types'
import { toIso } from '../shared/time/time'
import { isObject } from '../shared/values/json'
import type { RunLine } from './fold-runs'
import type { WorkbenchRun } from './session-row'

/** Names of the credential formats, as testers say them. */
const formatNames: Readonly<Record<string, string>> = { 'dc+sd-jwt': 'SD-JWT', mso_mdoc: 'mdoc' }

/** Formats that a session is about: of what it issues, or of what it asks for. */
function formatsOf(session: Session): string {
  const formats = session.kind === 'issuance' ? [issuedType(session)?.format] : askedFormats(session.request.dcql_query)
  const named = formats.flatMap((format) => (typeof format === 'string' ? (formatNames[format] ?? format) : []))
  return [...new Set(named)].join(' and ')
}

function askedFormats(query: unknown): readonly unknown[] {
  if (!isObject(query) || !Array.isArray(query.credentials)) return []
  return query.credentials.map((one) => (isObject(one) ? one.format : undefined))
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

/** A session of a workbench for its list. */
export function runLine({ session, result }: WorkbenchRun): RunLine[] {
  const { outcome, cause, found } = result
  if (outcome === null || session.number === undefined) return []
  const formats = formatsOf(session)
  const did = session.kind === 'issuance' ? 'Got' : 'Presented'
  const warning = result.warned[0]?.id ?? null
  return [
    {
      number: session.number,
      sessionId: session.sessionId,
      kind: session.kind,
      tone: toneOf(outcome),
      cause: cause?.id ?? (outcome.id === 'passed_with_warnings' ? warning : null),
      what: outcome.id === 'passed' && formats !== '' ? `${did} ${formats}` : outcome.sentence,
      formats,
      settings: settingsOf(session),
      passed: new Set(Object.keys(found).filter((id) => found[id]?.status === 'pass')),
      startedBy: session.startedBy ?? null,
      at: toIso(session.createdAt),
    },
  ]
}
