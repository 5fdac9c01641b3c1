import 'server-only'
import { cache } from 'react'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { LaboratoryOffer } from '@/lib/core/issuer/read/later-offer'
import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import type { Inspection } from '@/lib/server/read/inspections'
import type { ServedLaboratory } from '@/lib/server/read/queries'
import { evidenceOf } from './evidence-access'

export type { ServedLaboratory }

/** A session as read back; `null` if no session of this kind has this id, or it may not be read. */
export async function issuanceSession(sessionId: string): Promise<IssuanceSessionView | null> {
  return (await evidenceOf(sessionId))?.issuance.view(sessionId) ?? null
}

/** A session with its revision, read once per render; `null` as above. */
export const issuanceInspection = cache(async (sessionId: string): Promise<Inspection<IssuanceSessionView> | null> => {
  return (await evidenceOf(sessionId))?.issuance.inspection(sessionId) ?? null
})

/** A token that changes whenever the session's evidence changes; `null` as above. */
export async function issuanceRevision(sessionId: string): Promise<string | null> {
  return (await evidenceOf(sessionId))?.issuance.revision(sessionId) ?? null
}

/** What the link of a session asks a wallet for; `null` as above. */
export async function issuanceOffer(sessionId: string): Promise<JsonObject | null> {
  return (await evidenceOf(sessionId))?.issuance.offer(sessionId) ?? null
}

/** What the issuer of a session serves; `null` as above, and for one that has none of its own, or none any more. */
export async function servedLaboratory(sessionId: string): Promise<ServedLaboratory | null> {
  return (await evidenceOf(sessionId))?.issuance.laboratory(sessionId) ?? null
}

/** What the tester of a session changed on purpose: each changed document, right and as sent, without secrets. */
export async function changedDocuments(
  kind: 'issuance' | 'presentation',
  sessionId: string,
): Promise<readonly DocumentPair[]> {
  return (await (await evidenceOf(sessionId))?.[kind].changed(sessionId)) ?? []
}

/** A later offer of a session: `null` once it is used or over, `undefined` when there is none or it may not be read. */
export async function laterOffer(sessionId: string, offerId: string): Promise<LaboratoryOffer | null | undefined> {
  return (await evidenceOf(sessionId))?.issuance.laterOffer(sessionId, offerId)
}

/** Whether a run of a built-in pipeline made the session or the campaign. */
export async function isBuiltIn(id: string): Promise<boolean> {
  return (await (await evidenceOf(id))?.builtIn([id]))?.has(id) ?? false
}

/** Like `issuanceSession`, for a presentation. */
export async function presentationSession(sessionId: string): Promise<PresentationSessionView | null> {
  return (await evidenceOf(sessionId))?.presentation.view(sessionId) ?? null
}

/** Like `issuanceInspection`, for a presentation. */
export const presentationInspection = cache(
  async (sessionId: string): Promise<Inspection<PresentationSessionView> | null> => {
    return (await evidenceOf(sessionId))?.presentation.inspection(sessionId) ?? null
  },
)

/** What of a session is compared with another one. */
export type ComparableSession = Pick<
  IssuanceSessionView | PresentationSessionView,
  'session_id' | 'started_by' | 'cause' | 'exchanges' | 'checks'
>

/** A session to compare with another one of its kind; `null` if there is none, or it may not be read. */
export async function comparableSession(
  kind: 'issuance' | 'presentation',
  sessionId: string,
): Promise<ComparableSession | null> {
  const read = kind === 'issuance' ? issuanceInspection : presentationInspection
  return (await read(sessionId))?.view ?? null
}

/** Like `issuanceRevision`, for a presentation. */
export async function presentationRevision(sessionId: string): Promise<string | null> {
  return (await evidenceOf(sessionId))?.presentation.revision(sessionId) ?? null
}
