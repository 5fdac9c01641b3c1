import type { Metadata } from 'next'
import { roundTripTitle } from '@/components/round-trip/round-trip-outcome'
import { RoundTripView } from '@/components/round-trip/round-trip-view'
import { EvidenceClosed } from '@/components/site/fallback-pages'
import { checkCatalogue } from '@/lib/queries/checks'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { serviceView } from '@/lib/queries/issuers'
import { roundTrip } from '@/lib/queries/round-trip'
import { metadataUnlessAway, unlessAway } from '../../../unless-away'
import SessionNotFound, { metadata as notFoundMetadata } from '../../presentation/[sessionId]/not-found'

interface PageProps {
  readonly params: Promise<{ readonly sessionId: string }>
}

export const generateMetadata = metadataUnlessAway(async ({ params }: PageProps): Promise<Metadata> => {
  if (!(await mayReadEvidence())) return { title: 'Evidence is protected' }
  const both = await roundTrip((await params).sessionId)
  if (both === null) return notFoundMetadata
  return { title: `Issue, then ask for it back: ${roundTripTitle(both.issuance.view)}`, robots: { index: false } }
})

export default unlessAway(async function RoundTripPage({ params }: PageProps) {
  if (!(await mayReadEvidence())) return <EvidenceClosed />
  const both = await roundTrip((await params).sessionId)
  if (both === null) return <SessionNotFound />
  const { baseUrl } = await serviceView()
  return (
    <RoundTripView
      baseUrl={baseUrl}
      issuance={both.issuance.view}
      presentation={both.presentation.view}
      intended={{ ...both.issuance.intended, ...both.presentation.intended }}
      revision={both.revision}
      catalogue={checkCatalogue()}
      now={Date.now()}
    />
  )
})
