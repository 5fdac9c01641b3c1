import { cache } from 'react'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { misbehaviourOfRun } from '@/components/inspector/model/misbehaviour-run'
import { toRecentSession } from '@/components/inspector/model/recent-session'
import { VerifierInspector } from '@/components/inspector/verifier/verifier-inspector'
import { SessionNotFound } from '@/components/site/fallback-pages'
import { RememberSession } from '@/components/start/remember-session'
import type { PlaceOfRun, RunLine } from '@/lib/core/workbenches/fold-runs'
import type { InspectorTarget } from '@/lib/paths'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { misbehaviourById } from '@/lib/queries/known-misbehaviour'
import { phoneView } from '@/lib/queries/phone'
import { changedDocuments, isBuiltIn, presentationInspection } from '@/lib/queries/sessions'
import { verifierMisbehavioursFor } from '@/lib/queries/verifier-misbehaviours'
import { renderedPaths } from '@/lib/rendered-paths'

/** Reads the session once for title and page; `null` if there is none. */
export const readPresentation = cache(async (sessionId: string) => {
  const inspection = await presentationInspection(sessionId)
  if (inspection === null) return null
  const { view, intended, revision } = inspection
  const now = Date.now()
  const session = toInspectedPresentation(view)
  return { view, inspected: inspectSession(verifierFlow, { session, intended, now }), revision, now }
})

interface PresentationSessionProps {
  readonly sessionId: string
  readonly target: InspectorTarget
  /** The sessions of its workbench, newest first; absent on a page of its own. */
  readonly mates?: readonly RunLine[]
  /** Where the form that runs the reference wallet for a comparison is posted to; that of its own page by default. */
  readonly runReference?: string
  /** Where it stands in its workbench; absent on a page of its own. */
  readonly place?: PlaceOfRun
  /** For a reader who may not use it: without its link, and whatever acts on it. */
  readonly readOnly?: boolean
}

const withoutLink = (inspected: NonNullable<Awaited<ReturnType<typeof readPresentation>>>['inspected']) => ({
  ...inspected,
  session: { ...inspected.session, deeplink: null },
})

/** A presentation session with all its evidence, as on its own page. The caller has checked that it may be read. */
export async function PresentationSession({
  sessionId,
  target,
  mates,
  place,
  runReference = renderedPaths.compareWithReference('presentation', sessionId),
  readOnly = false,
}: PresentationSessionProps) {
  const found = await readPresentation(sessionId)
  if (found === null) return <SessionNotFound />
  const { view, revision, now } = found
  const inspected = readOnly ? withoutLink(found.inspected) : found.inspected
  const { session } = inspected
  const checks = judgeChecks(session.checks.conformance, checkCatalogue(), session.checks.summary.mixed_traffic)
  const misbehaviourId = misbehaviourOfRun(session.events)
  const misbehaviour = misbehaviourId === null ? null : misbehaviourById(misbehaviourId)
  const { baseUrl, certificateRefusedAt } = await phoneView()
  const mayChange = !readOnly && (await mayReadEvidence())
  return (
    <>
      <VerifierInspector
        inspected={inspected}
        checks={checks}
        misbehaviours={() => (readOnly ? [] : verifierMisbehavioursFor(view))}
        misbehaviour={misbehaviour}
        revision={revision}
        builtIn={await isBuiltIn(session.session_id)}
        changedDocuments={session.mutations === undefined ? [] : await changedDocuments('presentation', sessionId)}
        mayChange={mayChange}
        target={target}
        place={place}
        now={now}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
        diff={{ mates: mates ?? null, runReference: mayChange ? runReference : null }}
      />
      <RememberSession {...toRecentSession(inspected, verifierFlow, 'presentation')} />
    </>
  )
}
