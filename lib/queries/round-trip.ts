import 'server-only'
import { cache } from 'react'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import type { Inspection } from '@/lib/server/read/inspections'
import { issuanceInspection, issuanceRevision, presentationInspection } from './sessions'

/** An issuance and the presentation that requests its credential. */
export interface RoundTrip {
  readonly issuance: Inspection<IssuanceSessionView>
  readonly presentation: Inspection<PresentationSessionView>
  /** Changes with the evidence of either session. */
  readonly revision: string
}

const followedBy = ({ options }: Pick<PresentationSessionView, 'options'>): string | null =>
  typeof options.follows === 'string' ? options.follows : null

/**
 * Both sessions by the id of the presentation; `null` if it does not follow an issuance, or if they may not be read.
 */
export const roundTrip = cache(async (presentationSessionId: string): Promise<RoundTrip | null> => {
  const presentation = await presentationInspection(presentationSessionId)
  const follows = presentation && followedBy(presentation.view)
  const issuance = follows && (await issuanceInspection(follows))
  if (!presentation || !issuance) return null
  return { issuance, presentation, revision: joined(issuance.revision, presentation.revision) }
})

/** The revision of both sessions together; `null` as above. */
export async function roundTripRevision(presentationSessionId: string): Promise<string | null> {
  const presentation = await presentationInspection(presentationSessionId)
  const follows = presentation && followedBy(presentation.view)
  const issuance = follows && (await issuanceRevision(follows))
  return presentation && issuance ? joined(issuance, presentation.revision) : null
}

const joined = (one: string, other: string): string => `${one} ${other}`
