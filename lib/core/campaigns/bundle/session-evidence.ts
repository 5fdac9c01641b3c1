import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadEvidence } from '../../engine/evidence/load-evidence'
import { projectInTurns } from '../../engine/evidence/project-session'
import { harReport } from '../../engine/reports/har-report'
import { htmlReport } from '../../engine/reports/html-report'
import { junitReport } from '../../engine/reports/junit-report'
import { markdownReport } from '../../engine/reports/markdown-report'
import type { SessionReport } from '../../engine/reports/session-report'
import { issuanceReport } from '../../issuer/endpoints/sessions/issuer-report'
import { sessionKinds } from '../../issuer-and-verifier'
import type { Level } from '../../shared/ports/finding'
import type { Session } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { presentationReport } from '../../verifier/endpoints/verifier-report'
import { sessionFileName } from './bounds'
import type { BundleFile } from './make-bundle'

type Context = Pick<RequestContext, 'ports' | 'settings' | 'collaborators'>

/**
 * The files of a session as of an instant: byte-identical whenever they are made, as long as no evidence is added.
 * Redaction of the record applies; links that open a wallet, transaction codes and revealed values are left out.
 */
export async function sessionEvidence(session: Session, at: EpochMillis, context: Context): Promise<BundleFile[]> {
  const report = await reportOf(session, at, context)
  return filesOf(session, context, [
    ['read-back.json', () => jsonText(report.session)],
    ['report.json', () => jsonText(report)],
    ['exchanges.har', () => jsonText(harReport(report, context.settings.baseUrl))],
  ])
}

/** The session in each report format, for a bundle of reports. `failOn` applies to JUnit. */
export async function sessionReports(
  session: Session,
  { at, failOn }: { readonly at: EpochMillis; readonly failOn: Level },
  context: Context,
): Promise<BundleFile[]> {
  const report = await reportOf(session, at, context)
  return filesOf(session, context, [
    ['report.html', () => htmlReport(report)],
    ['report.json', () => jsonText(report)],
    ['report.xml', () => junitReport(report, failOn)],
    ['report.md', () => markdownReport(report)],
    ['exchanges.har', () => jsonText(harReport(report, context.settings.baseUrl))],
  ])
}

const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`

async function filesOf(
  { sessionId }: Session,
  { ports }: Context,
  texts: readonly (readonly [name: Parameters<typeof sessionFileName>[1], make: () => string])[],
): Promise<BundleFile[]> {
  const files: BundleFile[] = []
  for (const [name, make] of texts) {
    await ports.turn()
    files.push({ name: sessionFileName(sessionId, name), content: utf8(make()) })
  }
  return files
}

async function reportOf(session: Session, now: EpochMillis, context: Context): Promise<SessionReport> {
  const { ports, settings, collaborators } = context
  if (session.kind === 'issuance') {
    const evidence = await loadEvidence(session, ports)
    const view = await projectInTurns(sessionKinds.issuance, { ...evidence, now, settings, ports })
    return issuanceReport(view, evidence, context)
  }
  const { reveal_claims: reveals } = session.options
  const shown = reveals ? { ...session, options: { ...session.options, reveal_claims: false } } : session
  const evidence = await loadEvidence(shown, ports)
  const named = collaborators.officialCases(evidence, context)
  const view = await projectInTurns(sessionKinds.presentation, { ...evidence, now, settings, ports, ...named })
  await ports.turn()
  return presentationReport(
    reveals ? (withoutValues(view as unknown as Json) as unknown as typeof view) : view,
    evidence,
    context,
  )
}

/** Replaces a value that was shown because the session asked for it. */
const withheld: JsonObject = { redacted: true, present: true }

/**
 * A read-back without the claim values that `reveal_claims` shows: those of SD-JWT Disclosures, which have a salt, and
 * of mdoc elements, which have a digest id. A bundle is made to be passed on.
 */
export function withoutValues(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutValues)
  if (!isObject(value)) return value
  const members = Object.entries(value as JsonObject).map(([name, inner]): [string, Json] => [
    name,
    name === 'value' && holdsClaim(value) ? withheld : withoutValues(inner),
  ])
  return Object.fromEntries(members)
}

const holdsClaim = (value: Record<string, unknown>): boolean =>
  Object.hasOwn(value, 'salt') || (Object.hasOwn(value, 'digest_id') && Object.hasOwn(value, 'element'))
