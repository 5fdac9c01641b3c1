import type { Metadata } from 'next'
import { cache } from 'react'
import { IssuerInspector } from '@/components/inspector/issuer/issuer-inspector'
import type { LaboratoryInput } from '@/components/inspector/issuer/laboratory/laboratory-panel'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { misbehaviourOfRun } from '@/components/inspector/model/misbehaviour-run'
import { toRecentSession } from '@/components/inspector/model/recent-session'
import { tabTitle } from '@/components/inspector/model/session-state'
import { EvidenceClosed, SessionNotFound, sessionNotFoundMetadata } from '@/components/site/fallback-pages'
import { RememberSession } from '@/components/start/remember-session'
import { issuerConfiguration } from '@/lib/core/issuer/configurations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { InspectorTarget } from '@/lib/paths'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence, mayReadSession } from '@/lib/queries/evidence-access'
import { readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import { misbehaviourById } from '@/lib/queries/known-misbehaviour'
import { changedLaboratoryOptions } from '@/lib/queries/laboratory-options'
import { misbehavioursFor } from '@/lib/queries/misbehaviours'
import { phoneView } from '@/lib/queries/phone'
import { isBuiltIn, issuanceInspection, issuanceOffer, laterOffer, servedLaboratory } from '@/lib/queries/sessions'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
  readonly searchParams: Promise<SearchParams>
}

/** Reads the session once for title and page; `null` if there is none. */
const read = cache(async (sessionId: string) => {
  const inspection = await issuanceInspection(sessionId)
  if (inspection === null) return null
  const { view: session, intended, revision } = inspection
  const now = Date.now()
  return { inspected: inspectSession(issuerFlow, { session, intended, now }), revision, now }
})

/** Input for the laboratory panel; `null` for a session without its own issuer. Documents are built only on request. */
async function laboratoryOf(
  { session_id: id, issuer_configuration_id: base, laboratory }: IssuanceSessionView,
  { laboratory: shown, all, offer }: InspectorTarget,
): Promise<LaboratoryInput | null> {
  if (laboratory === undefined) return null
  const { credentials } = laboratory.options
  return {
    changed: changedLaboratoryOptions(laboratory.options),
    configurationIds:
      credentials?.map((type) => type.id) ??
      issuerConfiguration(base)?.credentialConfigurations.map((one) => one.id) ??
      [],
    offer: offer === undefined ? undefined : await laterOffer(id, offer),
    served: shown === '1' || all === '1' ? await servedLaboratory(id) : null,
  }
}

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  if (!(await mayReadSession((await params).sessionId))) return { title: 'Evidence is protected' }
  const found = await read((await params).sessionId)
  if (found === null) return sessionNotFoundMetadata
  const { inspected } = found
  return {
    title: tabTitle(inspected.session, issuerFlow.title(inspected.session)),
    // The URL of a session opens its live offer, so it must stay out of search engines.
    robots: { index: false },
  }
})

export default unlessAway(async function IssuanceSessionPage({ params, searchParams }: PageProps) {
  const { sessionId } = await params
  if (!(await mayReadSession((await params).sessionId))) return <EvidenceClosed />
  const found = await read(sessionId)
  if (found === null) return <SessionNotFound />
  const { inspected, revision, now } = found
  const { session } = inspected
  const checks = judgeChecks(session.checks.conformance, checkCatalogue(), session.checks.summary.mixed_traffic)
  const misbehaviourId = misbehaviourOfRun(session.events)
  const misbehaviour = misbehaviourId === null ? null : misbehaviourById(misbehaviourId)
  const byReference = session.deeplink !== null && session.credential_offer_mode === 'credential_offer_uri'
  const { baseUrl, certificateRefusedAt } = await phoneView()
  const target = readInspectorTarget(await searchParams)
  return (
    <>
      <IssuerInspector
        inspected={inspected}
        checks={checks}
        offer={byReference && !session.contact.reached ? await issuanceOffer(sessionId) : null}
        misbehaviours={() => misbehavioursFor(session)}
        misbehaviour={misbehaviour}
        revision={revision}
        builtIn={await isBuiltIn(session.session_id)}
        mayChange={await mayReadEvidence()}
        target={target}
        laboratory={await laboratoryOf(session, target)}
        now={now}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
      />
      <RememberSession {...toRecentSession(inspected, issuerFlow, 'issuance')} />
    </>
  )
})
