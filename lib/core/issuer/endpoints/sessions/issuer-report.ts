import { changedFact, changedHeading } from '../../../engine/deviations/changed-words'
import { plain } from '../../../engine/endpoints/endpoint'
import { misbehaviourFacts, placeFacts, reportReply, requestedForm } from '../../../engine/endpoints/get-session-report'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type Evidence, loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectInTurns } from '../../../engine/evidence/project-session'
import { buildReport, type SessionReport } from '../../../engine/reports/session-report'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { inspectorUri } from '../../../shared/ports/uris'
import { issuanceCheck } from '../../checks'
import { flowWords, offerModeWords } from '../../configurations/issuer-words'
import { chosenOptions, completeLaboratory } from '../../configurations/laboratory/laboratory-options'
import { deviationOf } from '../../deviations'
import { issuerKind } from '../../evidence/issuer-kind'
import { issuanceTitle } from '../../evidence/issuer-summary'
import type { IssuanceSessionView } from '../../evidence/issuer-types'
import { requireIssuerSession } from './get-session'

/** `GET /sessions/{sessionId}/report`: the result of an issuance, to keep, print or pass to CI. */
export const getSessionReport = plain(async (context) => {
  const { exchange, ports, settings, collaborators } = context
  const { format, failOn } = requestedForm(context)
  const session = await requireIssuerSession(context)
  if (format === 'tar') return { reply: await collaborators.sessionBundle(session, failOn, context) }
  const evidence = await loadEvidence(session, ports)
  const view = await projectInTurns(issuerKind, { ...evidence, now: exchange.at, settings, ports })
  await ports.turn()
  return { reply: reportReply(issuanceReport(view, evidence, context), { format, failOn }, settings.baseUrl) }
})

/** Builds the report of an issuance from its read-back. */
export const issuanceReport = (
  view: IssuanceSessionView,
  { session, events }: Pick<Evidence<IssuanceSession>, 'session' | 'events'>,
  { settings, collaborators, ports }: Pick<RequestContext, 'settings' | 'collaborators' | 'ports'>,
): SessionReport =>
  buildReport({
    view,
    kind: 'issuance',
    title: issuanceTitle(view),
    facts: [
      ['Issuer', view.issuer_identifier],
      ...laboratoryFacts(session),
      ['Credential', view.credential_configuration_id],
      ['Flow', flowWords[view.flow]],
      ...deviationFacts(session),
      [
        'Offer',
        view.origin === 'offer' ? offerModeWords[view.credential_offer_mode] : 'none, the wallet started by itself',
      ],
      ...placeFacts(session),
      ...misbehaviourFacts(events),
    ],
    inspectorUrl: inspectorUri(settings.baseUrl, session),
    catalogue: collaborators.catalogue(ports.sha256),
    checkById: issuanceCheck,
  })

/** States that the issuer is private, and the options chosen. */
function laboratoryFacts({ issuerConfigurationId, laboratory }: IssuanceSession): (readonly [string, string])[] {
  if (laboratory === undefined) return []
  const chosen = JSON.stringify(chosenOptions(completeLaboratory(laboratory.options)))
  return [['Laboratory', `of this session alone, made from ${issuerConfigurationId}; options: ${chosen}`]]
}

/** Names the deviation, so that nobody takes the report for an ordinary run. */
function deviationFacts(session: IssuanceSession): (readonly [string, string])[] {
  const { mutations } = session.options
  if (mutations !== undefined) return [[changedHeading, changedFact(mutations)]]
  const deviation = deviationOf(session)
  return deviation === null ? [] : [['Fault', `${deviation.id}: ${deviation.title} ${deviation.must}`]]
}
