import type { Level } from '../../../engine/checks/check'
import { plain } from '../../../engine/endpoints/endpoint'
import { loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectInTurns } from '../../../engine/evidence/project-session'
import { harReport } from '../../../engine/reports/har-report'
import { htmlReport } from '../../../engine/reports/html-report'
import { junitReport } from '../../../engine/reports/junit-report'
import { markdownReport } from '../../../engine/reports/markdown-report'
import { buildReport, type SessionReport } from '../../../engine/reports/session-report'
import type { HeaderField, Reply } from '../../../ground/http/exchange'
import { jsonReply, textReply } from '../../../ground/http/reply'
import { levels } from '../../../ground/ports/level'
import type { RequestContext } from '../../../ground/ports/request-context'
import type { IssuanceSession, PresentationSession, Session, StoredEvent } from '../../../ground/ports/store-types'
import { inspectorUri } from '../../../ground/ports/uris'
import { casesInSession } from '../../../service/cases-in-session'
import { testWords } from '../../../verifier/deviations/test-words'
import { requirePathSession } from '../../../verifier/endpoints/path-session'
import { anotherCame } from '../../../verifier/evidence/issued-came-back'
import { presentationKind } from '../../../verifier/evidence/verifier-kind'
import { faultOf } from '../../deviations'
import { issuanceKind } from '../../evidence/issuer-kind'
import { requireIssuanceSession } from './issuer-session'
import { inert, oneOf } from './report-form'

/** `GET /sessions/{sessionId}/report`: what an issuance came to, in a form to keep, print or hand to a CI. */
export const getSessionReport = plain(async (context) => {
  const { exchange, ports, settings } = context
  const form = requestedForm(context)
  const session = await requireIssuanceSession(context)
  const evidence = await loadEvidence(session, ports)
  const view = await projectInTurns(issuanceKind, { ...evidence, now: exchange.at, settings, ports })
  await ports.turn()
  return {
    reply: reportReply(
      buildReport({
        view,
        kind: 'issuance',
        title: `Issuance of ${view.credential_configuration_id}`,
        facts: [
          ['Issuer', view.issuer_identifier],
          ['Flow', view.flow],
          ...faultFacts(session),
          ['Offer', view.origin === 'offer' ? view.credential_offer_mode : 'none, the wallet started by itself'],
          ...placeFacts(session),
          ...walletFaultFacts(evidence.events),
        ],
        inspectorUrl: inspectorUri(settings.baseUrl, session),
        sha256: ports.sha256,
      }),
      form,
      settings.baseUrl,
    ),
  }
})

/** Names the deliberate fault, so that nobody mistakes this for the report of an ordinary run. */
function faultFacts(session: IssuanceSession): (readonly [string, string])[] {
  const fault = faultOf(session)
  return fault === null ? [] : [['Fault', `${fault.id}: ${fault.title} ${fault.must}`]]
}

/** The same of a presentation, whose request is wrong or unusual, or whose wallet is to refuse. */
function testFacts(session: PresentationSession): (readonly [string, string])[] {
  const { negative_test: id } = session.options
  const words = testWords(session)
  return words === null ? [] : [['Refusal test', id === null ? words : `${id}: ${words}`]]
}

/** What the session is a part of, where it is. */
const placeFacts = ({ preset, campaignId }: Session): (readonly [string, string])[] => [
  ...(preset === undefined ? [] : [['Preset', preset] as const]),
  ...(campaignId === undefined ? [] : [['Campaign', campaignId] as const]),
]

/** `GET /openid4vp/sessions/{sessionId}/report`: the same of a presentation. */
export const getPresentationReport = plain(async (context) => {
  const { exchange, ports, settings } = context
  const form = requestedForm(context)
  const session = await requirePathSession(context)
  const evidence = await loadEvidence(session, ports)
  const officialCases = casesInSession(session, context)
  const view = await projectInTurns(presentationKind, { ...evidence, now: exchange.at, settings, ports, officialCases })
  await ports.turn()
  return {
    reply: reportReply(
      buildReport({
        view,
        kind: 'presentation',
        title: `Presentation by ${view.response_mode}`,
        facts: [
          ['Request', `${view.request_delivery}, request_uri_method ${view.request_uri_method}`],
          ['Response', `${view.response_type} by ${view.response_mode}`],
          ...(view.checks.issued_credential_presented === false ? [['Warning', anotherCame] as const] : []),
          ...testFacts(session),
          ...placeFacts(session),
          ...walletFaultFacts(evidence.events),
        ],
        inspectorUrl: inspectorUri(settings.baseUrl, session),
        sha256: ports.sha256,
      }),
      form,
      settings.baseUrl,
    ),
  }
})

/** The fault that the reference wallet was run with, so that a reader knows what should fail. */
function walletFaultFacts(events: readonly StoredEvent[]): [name: string, value: string][] {
  const fault = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof fault === 'string' ? [['Run with fault of the wallet', fault]] : []
}

const formats = ['json', 'junit', 'md', 'html', 'har'] as const

interface ReportForm {
  readonly format: (typeof formats)[number]
  readonly failOn: Level
}

/** What the query asks for. Throws `invalid_request` that lists what there is. */
function requestedForm({ exchange }: Pick<RequestContext, 'exchange'>): ReportForm {
  const query = new URLSearchParams(exchange.query ?? '')
  return {
    format: oneOf('format', query.get('format'), formats, 'json'),
    failOn: oneOf('fail_on', query.get('fail_on'), levels, 'must'),
  }
}

function reportReply(report: SessionReport, { format, failOn }: ReportForm, baseUrl: string): Reply {
  const named = (ending: string): HeaderField => [
    'Content-Disposition',
    `inline; filename="${report.kind}-${report.session.session_id}.${ending}"`,
  ]
  switch (format) {
    case 'json':
      return jsonReply(200, report, [named('json')])
    case 'junit':
      return textReply(200, 'application/xml', junitReport(report, failOn), [named('xml')])
    case 'md':
      return textReply(200, 'text/markdown; charset=utf-8', markdownReport(report), [named('md')])
    case 'har':
      return jsonReply(200, harReport(report, baseUrl), [named('har')])
    case 'html':
      return textReply(200, 'text/html; charset=utf-8', htmlReport(report), [named('html'), ...inert])
  }
}
