import type { AttestationDraft } from '../../../configurations/laboratory/client-attestation-options'

/** The drafts of client attestations that an issuer takes; none where it judges by draft 07 and refuses no other. */
export type AttestationDrafts = readonly AttestationDraft[]

/** Whether a wallet attestation of a draft that is not taken is refused. */
export const refusesOtherDrafts = (drafts: AttestationDrafts): boolean => drafts.length > 0

/** Whether both JWTs must have `iss`: later drafts removed it, and ignore one that is there. ABCA-5.1, ABCA08-5.1 */
export const requiresIss = (drafts: AttestationDrafts): boolean => drafts.every((draft) => draft === '07')

/** Whether a DPoP proof may be the proof of possession. ABCA10-5.2 */
export const takesCombinedMode = (drafts: AttestationDrafts): boolean => drafts.includes('10')
