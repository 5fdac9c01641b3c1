import type { Metadata } from 'next'
import { cache } from 'react'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { misbehaviourOfRun } from '@/components/inspector/model/misbehaviour-run'
import { toRecentSession } from '@/components/inspector/model/recent-session'
import { tabTitle } from '@/components/inspector/model/session-state'
import { VerifierInspector } from '@/components/inspector/verifier/verifier-inspector'
import { EvidenceClosed, SessionNotFound, sessionNotFoundMetadata } from '@/components/site/fallback-pages'
import { RememberSession } from '@/components/start/remember-session'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence, mayReadSession } from '@/lib/queries/evidence-access'
import { readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import { misbehaviourById } from '@/lib/queries/known-misbehaviour'
import { phoneView } from '@/lib/queries/phone'
import { isBuiltIn, presentationInspection } from '@/lib/queries/sessions'
import { verifierMisbehavioursFor } from '@/lib/queries/verifier-misbehaviours'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
  readonly searchParams: Promise<SearchParams>
}

/** Reads the session once for title and page; `null` if there is none. */
const read = cache(async (sessionId: string) => {
  const inspection = await presentationInspection(sessionId)
  if (inspection === null) return null
  const { view, intended, revision } = inspection
  const now = Date.now()
  const session = toInspectedPresentation(view)
  return { view, inspected: inspectSession(verifierFlow, { session, intended, now }), revision, now }
})

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  if (!(await mayReadSession((await params).sessionId))) return { title: 'Evidence is protected' }
  const found = await read((await params).sessionId)
  if (found === null) return sessionNotFoundMetadata
  const { inspected } = found
  return {
    title: tabTitle(inspected.session, verifierFlow.title(inspected.session)),
    // The URL of a session opens its live request, so it must stay out of search engines.
    robots: { index: false },
  }
})

export default unlessAway(async function PresentationSessionPage({ params, searchParams }: PageProps) {
  if (!(await mayReadSession((await params).sessionId))) return <EvidenceClosed />
  const found = await read((await params).sessionId)
  if (found === null) return <SessionNotFound />
  const { view, inspected, revision, now } = found
  const { session } = inspected
  const checks = judgeChecks(session.checks.conformance, checkCatalogue(), session.checks.summary.mixed_traffic)
  const misbehaviourId = misbehaviourOfRun(session.events)
  const misbehaviour = misbehaviourId === null ? null : misbehaviourById(misbehaviourId)
  const { baseUrl, certificateRefusedAt } = await phoneView()
  return (
    <>
      <VerifierInspector
        inspected={inspected}
        checks={checks}
        misbehaviours={() => verifierMisbehavioursFor(view)}
        misbehaviour={misbehaviour}
        revision={revision}
        builtIn={await isBuiltIn(session.session_id)}
        mayChange={await mayReadEvidence()}
        target={readInspectorTarget(await searchParams)}
        now={now}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
      />
      <RememberSession {...toRecentSession(inspected, verifierFlow, 'presentation')} />
    </>
  )
})
