import { cache } from 'react'
import { IssuerInspector } from '@/components/inspector/issuer/issuer-inspector'
import type { LaboratoryInput } from '@/components/inspector/issuer/laboratory/laboratory-panel'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import { misbehaviourOfRun } from '@/components/inspector/model/misbehaviour-run'
import { toRecentSession } from '@/components/inspector/model/recent-session'
import { SessionNotFound } from '@/components/site/fallback-pages'
import { RememberSession } from '@/components/start/remember-session'
import { issuerConfiguration } from '@/lib/core/issuer/configurations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PlaceOfRun, RunLine } from '@/lib/core/workbenches/fold-runs'
import type { InspectorTarget } from '@/lib/paths'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { misbehaviourById } from '@/lib/queries/known-misbehaviour'
import { changedLaboratoryOptions } from '@/lib/queries/laboratory-options'
import { misbehavioursFor } from '@/lib/queries/misbehaviours'
import { phoneView } from '@/lib/queries/phone'
import {
  changedDocuments,
  isBuiltIn,
  issuanceInspection,
  issuanceOffer,
  laterOffer,
  servedLaboratory,
} from '@/lib/queries/sessions'
import { renderedPaths } from '@/lib/rendered-paths'

/** Reads the session once for title and page; `null` if there is none. */
export const readIssuance = cache(async (sessionId: string) => {
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

interface IssuanceSessionProps {
  readonly sessionId: string
  readonly target: InspectorTarget
  /** The sessions of its workbench, newest first; absent on a page of its own. */
  readonly mates?: readonly RunLine[]
  /** Where the form that runs the reference wallet for a comparison is posted to; that of its own page by default. */
  readonly runReference?: string
  /** Where it stands in its workbench; absent on a page of its own. */
  readonly place?: PlaceOfRun
  /** For a reader who may not use it: without its link, its transaction code, and whatever acts on it. */
  readonly readOnly?: boolean
}

const withoutLink = (inspected: NonNullable<Awaited<ReturnType<typeof readIssuance>>>['inspected']) => ({
  ...inspected,
  session: { ...inspected.session, deeplink: null, tx_code: null, offer_url: null },
})

/** An issuance session with all its evidence, as on its own page. The caller has checked that it may be read. */
export async function IssuanceSession({
  sessionId,
  target,
  mates,
  place,
  runReference = renderedPaths.compareWithReference('issuance', sessionId),
  readOnly = false,
}: IssuanceSessionProps) {
  const found = await readIssuance(sessionId)
  if (found === null) return <SessionNotFound />
  const { revision, now } = found
  const inspected = readOnly ? withoutLink(found.inspected) : found.inspected
  const { session } = inspected
  const checks = judgeChecks(session.checks.conformance, checkCatalogue(), session.checks.summary.mixed_traffic)
  const misbehaviourId = misbehaviourOfRun(session.events)
  const misbehaviour = misbehaviourId === null ? null : misbehaviourById(misbehaviourId)
  const byReference = session.deeplink !== null && session.credential_offer_mode === 'credential_offer_uri'
  const { baseUrl, certificateRefusedAt } = await phoneView()
  const mayChange = !readOnly && (await mayReadEvidence())
  return (
    <>
      <IssuerInspector
        inspected={inspected}
        checks={checks}
        offer={byReference && !session.contact.reached ? await issuanceOffer(sessionId) : null}
        misbehaviours={() => (readOnly ? [] : misbehavioursFor(session))}
        misbehaviour={misbehaviour}
        revision={revision}
        builtIn={await isBuiltIn(session.session_id)}
        changedDocuments={session.mutations === undefined ? [] : await changedDocuments('issuance', sessionId)}
        mayChange={mayChange}
        target={target}
        place={place}
        laboratory={await laboratoryOf(session, target)}
        now={now}
        baseUrl={baseUrl}
        certificateRefusedAt={certificateRefusedAt}
        diff={{ mates: mates ?? null, runReference: mayChange ? runReference : null }}
      />
      <RememberSession {...toRecentSession(inspected, issuerFlow, 'issuance')} />
    </>
  )
}
