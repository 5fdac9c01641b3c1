import type { Metadata } from 'next'
import { faultOfRun } from '@/components/inspector/model/fault-run'
import { presentationFlow } from '@/components/inspector/model/flows/presentation'
import { toInspectedPresentation } from '@/components/inspector/model/flows/presentation-session'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { tabWords } from '@/components/inspector/model/pill-words'
import { recentOf } from '@/components/inspector/model/recent-of'
import { PresentationInspector } from '@/components/inspector/presentation/presentation-inspector'
import { RememberSession } from '@/components/inspector/remember-session'
import { EvidenceClosed } from '@/components/site/evidence-closed'
import { SessionNotFound, sessionNotFoundMetadata } from '@/components/site/session-not-found'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { faultById } from '@/lib/queries/faults'
import { readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import { phoneView } from '@/lib/queries/phone'
import { presentationMisbehavioursFor } from '@/lib/queries/presentation-misbehaviours'
import { presentationInspection } from '@/lib/queries/sessions'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
  readonly searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  if (!(await mayReadEvidence())) return { title: 'Evidence is protected' }
  const { sessionId } = await params
  const inspection = await presentationInspection(sessionId)
  if (inspection === null) return sessionNotFoundMetadata
  const session = toInspectedPresentation(inspection.view)
  const inspected = inspectSession(presentationFlow, { session, intended: inspection.intended, now: Date.now() })
  return {
    title: `${tabWords(inspected, presentationFlow)}: ${presentationFlow.title(session)}`,
    // The URL of a session opens its live request, so it must stay out of search engines.
    robots: { index: false },
  }
}

export default async function PresentationSessionPage({ params, searchParams }: PageProps) {
  const { sessionId } = await params
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const inspection = await presentationInspection(sessionId)
  if (inspection === null) return <SessionNotFound />
  const { view, revision, intended } = inspection
  const session = toInspectedPresentation(view)
  const inspected = inspectSession(presentationFlow, { session, intended, now: Date.now() })
  const faultId = faultOfRun(session.events)
  const fault = faultId === null ? null : faultById(faultId)
  const { baseUrl, certificateRefusedAt } = await phoneView()
  return (
    <>
      <PresentationInspector
        session={session}
        catalogue={checkCatalogue()}
        misbehaviours={presentationMisbehavioursFor(view)}
        fault={fault}
        intended={intended}
        revision={revision}
        target={readInspectorTarget(await searchParams)}
        now={Date.now()}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
      />
      <RememberSession
        {...recentOf(inspected, presentationFlow, { kind: 'presentation', catalogue: checkCatalogue() })}
      />
    </>
  )
}
