import type { Metadata } from 'next'
import { IssuanceInspector } from '@/components/inspector/issuance/issuance-inspector'
import { faultOfRun } from '@/components/inspector/model/fault-run'
import { issuanceFlow } from '@/components/inspector/model/flows/issuance'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { tabWords } from '@/components/inspector/model/pill-words'
import { recentOf } from '@/components/inspector/model/recent-of'
import { RememberSession } from '@/components/inspector/remember-session'
import { EvidenceClosed } from '@/components/site/evidence-closed'
import { SessionNotFound, sessionNotFoundMetadata } from '@/components/site/session-not-found'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { faultById } from '@/lib/queries/faults'
import { readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import { misbehavioursFor } from '@/lib/queries/misbehaviours'
import { phoneView } from '@/lib/queries/phone'
import { issuanceInspection, issuanceOffer } from '@/lib/queries/sessions'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
  readonly searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  if (!(await mayReadEvidence())) return { title: 'Evidence is protected' }
  const { sessionId } = await params
  const inspection = await issuanceInspection(sessionId)
  if (inspection === null) return sessionNotFoundMetadata
  const { view: session, intended } = inspection
  const inspected = inspectSession(issuanceFlow, { session, intended, now: Date.now() })
  return {
    title: `${tabWords(inspected, issuanceFlow)}: ${issuanceFlow.title(session)}`,
    // The URL of a session opens its live offer, so it must stay out of search engines.
    robots: { index: false },
  }
}

export default async function IssuanceSessionPage({ params, searchParams }: PageProps) {
  const { sessionId } = await params
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const inspection = await issuanceInspection(sessionId)
  if (inspection === null) return <SessionNotFound />
  const { view: session, revision, intended } = inspection
  const inspected = inspectSession(issuanceFlow, { session, intended, now: Date.now() })
  const faultId = faultOfRun(session.events)
  const fault = faultId === null ? null : faultById(faultId)
  const byReference = session.deeplink !== null && session.credential_offer_mode === 'credential_offer_uri'
  const { baseUrl, certificateRefusedAt } = await phoneView()
  return (
    <>
      <IssuanceInspector
        session={session}
        offer={byReference && !session.contact.reached ? await issuanceOffer(sessionId) : null}
        catalogue={checkCatalogue()}
        misbehaviours={misbehavioursFor(session)}
        fault={fault}
        intended={intended}
        revision={revision}
        target={readInspectorTarget(await searchParams)}
        now={Date.now()}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
      />
      <RememberSession {...recentOf(inspected, issuanceFlow, { kind: 'issuance', catalogue: checkCatalogue() })} />
    </>
  )
}
