import { builtInCampaign, builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { choicesAt } from '@/lib/core/campaigns/campaign-choices'
import { campaignTitle } from '@/lib/core/campaigns/campaign-view'
import {
  catalogueOf,
  checkById,
  checkRegistry,
  failureHeadlineOf,
  failureSentenceOf,
} from '@/lib/core/issuer-and-verifier'
import { readDefinition, readDefinitions } from '@/lib/core/scoreboard/pipelines/read-definition'
import { withPlaceholders } from '@/lib/core/scoreboard/pipelines/sealed-definition'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { container } from '../container'
import { holdsOperatorToken } from '../guard/operator'
import { answerExchange } from '../http/router'
import { createReferenceRuns } from '../reference-wallet/reference-runs'
import {
  startCampaignWallet,
  startPresentingWallet,
  startReferenceWallet,
  startRoundTripWallet,
} from '../reference-wallet/run'
import { inMemory } from './in-memory'

/** Lets Next's bundle use what this one has: see `Shared`. */
export function shareWithPages(): void {
  let version: string | undefined
  globalThis.walletCaptureShared = {
    answerExchange,
    inMemory,
    holdsOperatorToken,
    checks: { checkById, checkRegistry, failureHeadlineOf, failureSentenceOf },
    campaigns: { builtInCampaign, builtInCampaigns, choicesAt, campaignTitle },
    readDefinition,
    readDefinitions,
    withPlaceholders,
    misbehaviours: { issuance: misbehaviours, presentation: presentationMisbehaviours },
    referenceWallet: { startCampaignWallet, startPresentingWallet, startReferenceWallet, startRoundTripWallet },
    referenceRuns: createReferenceRuns(),
    catalogueVersion: () => (version ??= catalogueOf(container().ports.sha256).version),
  }
}
