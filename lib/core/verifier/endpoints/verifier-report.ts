import { changedFact, changedHeading } from '../../engine/deviations/changed-words'
import { plain } from '../../engine/endpoints/endpoint'
import { misbehaviourFacts, placeFacts, reportReply, requestedForm } from '../../engine/endpoints/get-session-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type Evidence, loadEvidence } from '../../engine/evidence/load-evidence'
import { projectInTurns } from '../../engine/evidence/project-session'
import { buildReport, type SessionReport } from '../../engine/reports/session-report'
import type { PresentationSession } from '../../shared/ports/store-types'
import { inspectorUri } from '../../shared/ports/uris'
import { presentationCheck } from '../checks'
import { purposeOf } from '../deviations/deviation-facts'
import { verifierKind } from '../evidence/verifier-kind'
import { otherCredentialNotice } from '../evidence/verifier-observed'
import { presentationTerms, presentationTitle } from '../evidence/verifier-title'
import type { PresentationSessionView } from '../evidence/verifier-types'
import { requirePathSession } from './verifier-session-endpoints'

/** `GET /openid4vp/sessions/{sessionId}/report`: the result of a presentation, to keep, print or pass to CI. */
export const getPresentationReport = plain(async (context) => {
  const { exchange, ports, settings, collaborators } = context
  const { format, failOn } = requestedForm(context)
  const session = await requirePathSession(context)
  if (format === 'tar') return { reply: await collaborators.sessionBundle(session, failOn, context) }
  const evidence = await loadEvidence(session, ports)
  const named = collaborators.officialCases(evidence, context)
  const view = await projectInTurns(verifierKind, { ...evidence, now: exchange.at, settings, ports, ...named })
  await ports.turn()
  return { reply: reportReply(presentationReport(view, evidence, context), { format, failOn }, settings.baseUrl) }
})

/** Builds the report of a presentation from its read-back. */
export const presentationReport = (
  view: PresentationSessionView,
  { session, events }: Pick<Evidence<PresentationSession>, 'session' | 'events'>,
  { settings, collaborators, ports }: Pick<RequestContext, 'settings' | 'collaborators' | 'ports'>,
): SessionReport =>
  buildReport({
    view,
    kind: 'presentation',
    title: presentationTitle(view),
    facts: [
      ['Request', presentationTerms(view)],
      ['Response', responseWords(view)],
      ...browserFacts(view),
      ...(view.checks.issued_credential_presented === false ? [['Warning', otherCredentialNotice] as const] : []),
      ...deviationFacts(session, view),
      ...placeFacts(session),
      ...misbehaviourFacts(events),
      ...editionFacts(view),
    ],
    inspectorUrl: inspectorUri(settings.baseUrl, session),
    catalogue: collaborators.catalogue(ports.sha256),
    checkById: presentationCheck,
  })

/** The edition of the official cases that its findings name. */
const editionFacts = ({ checks }: PresentationSessionView): (readonly [string, string])[] =>
  checks.fcaf_edition === undefined ? [] : [['Official cases', `Edition ${checks.fcaf_edition}`]]

/** Names the deviation, so that nobody takes the report for an ordinary run. */
function deviationFacts(
  session: PresentationSession,
  { mutations }: Pick<PresentationSessionView, 'mutations'>,
): (readonly [string, string])[] {
  if (mutations !== undefined) return [[changedHeading, changedFact(mutations)]]
  const { negative_test: id } = session.options
  const words = purposeOf(session)
  return words === null ? [] : [['Refusal test', id === null ? words : `${id}: ${words}`]]
}

interface BrowserSession extends Pick<PresentationSessionView, 'dc_api'> {
  readonly observed: Pick<PresentationSessionView['observed'], 'carrier'>
}

/**
 * Report facts of a browser request: carrier of the response, or the last call without one, and the answered protocol.
 * Empty for a request by link.
 */
export function browserFacts({ dc_api, observed }: BrowserSession): (readonly [name: string, value: string])[] {
  if (dc_api === undefined) return []
  return [
    ['Carried by', observed.carrier ?? dc_api.calls.at(-1)?.carrier ?? 'nothing yet'],
    ['Protocol', dc_api.answered_protocol ?? 'none answered'],
  ]
}

/**
 * The expected response, and its response mode. A browser session lists the mode of each request: of the answered one,
 * or of all until one is. ISO/IEC 18013-7 annex C has neither vp_token nor modes.
 */
export function responseWords({
  response_type,
  response_mode,
  dc_api,
}: Pick<PresentationSessionView, 'response_type' | 'response_mode' | 'dc_api'>): string {
  if (dc_api === undefined) return `${response_type} by ${response_mode}`
  const { entries, answered_protocol } = dc_api
  const answered = entries.filter(({ protocol }) => protocol === answered_protocol)
  const words = (answered.length === 0 ? entries : answered).map((entry) => {
    if (entry.protocol === 'org-iso-mdoc') return 'EncryptedResponse by org-iso-mdoc'
    return entry.response_mode === null
      ? `${response_type} without response_mode`
      : `${response_type} by ${entry.response_mode}`
  })
  return [...new Set(words)].join(', or ')
}
