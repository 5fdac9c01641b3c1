import 'server-only'
import { type Shared, shared } from '@/lib/server/pages/shared'

export type { Run, Started } from '@/lib/server/reference-wallet/run'

type Runs = Shared['referenceWallet']

/** Starts the reference wallet against an issuance session. Reports why if no place is free. */
export const startReferenceWallet: Runs['startReferenceWallet'] = (...asked) =>
  shared().referenceWallet.startReferenceWallet(...asked)

/** Starts it against a presentation session, likewise. */
export const startPresentingWallet: Runs['startPresentingWallet'] = (...asked) =>
  shared().referenceWallet.startPresentingWallet(...asked)

/** Starts it against an issuance and the presentation that follows. */
export const startRoundTripWallet: Runs['startRoundTripWallet'] = (...asked) =>
  shared().referenceWallet.startRoundTripWallet(...asked)

/** Runs it through a campaign. */
export const startCampaignWallet: Runs['startCampaignWallet'] = (...asked) =>
  shared().referenceWallet.startCampaignWallet(...asked)
