import type { Metadata } from 'next'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { tabTitle } from '@/components/inspector/model/session-state'
import { EvidenceClosed, sessionNotFoundMetadata } from '@/components/site/fallback-pages'
import { tabIcons } from '@/components/site/tab-icons'
import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { mayReadSession } from '@/lib/queries/evidence-access'
import { readInspectorTarget, type SearchParams } from '@/lib/queries/inspector-target'
import { causeInPreview, hasSessionPicture, pictureIn } from '@/lib/queries/pictures'
import { renderedPaths } from '@/lib/rendered-paths'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'
import { IssuanceSession, readIssuance } from './issuance-session'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
  readonly searchParams: Promise<SearchParams>
}

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  if (!(await mayReadSession((await params).sessionId))) return { title: 'Evidence is protected' }
  const found = await readIssuance((await params).sessionId)
  if (found === null) return sessionNotFoundMetadata
  const { inspected } = found
  return {
    title: tabTitle(inspected.session, issuerFlow.title(inspected.session)),
    icons: tabIcons(toneOf(inspected.session.outcome)),
    // The URL of a session opens its live offer, so it must stay out of search engines.
    robots: { index: false },
    ...(hasSessionPicture()
      ? {
          openGraph: pictureIn(renderedPaths.sessionPicture('issuance', inspected.session.session_id)),
          twitter: { card: 'summary_large_image' },
          ...causeInPreview(inspected.session.cause),
        }
      : {}),
  }
})

export default unlessAway(async function IssuanceSessionPage({ params, searchParams }: PageProps) {
  const { sessionId } = await params
  if (!(await mayReadSession(sessionId))) return <EvidenceClosed />
  return <IssuanceSession sessionId={sessionId} target={readInspectorTarget(await searchParams)} />
})
