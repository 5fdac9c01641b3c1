import type * as builtIn from '@/lib/core/campaigns/built-in'
import type * as choices from '@/lib/core/campaigns/campaign-choices'
import type * as campaigns from '@/lib/core/campaigns/campaign-view'
import type * as parts from '@/lib/core/issuer-and-verifier'
import type * as definitions from '@/lib/core/scoreboard/pipelines/read-definition'
import type * as sealed from '@/lib/core/scoreboard/pipelines/sealed-definition'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import type { PresentationMisbehaviour } from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import type { Container } from '../container'
import type * as operator from '../guard/operator'
import type { ReferenceRuns } from '../reference-wallet/reference-runs'
import type * as referenceWallet from '../reference-wallet/run'

/** The interface of this service over a storage of its own. */
export interface InMemory {
  readonly ask: (exchange: Exchange) => Promise<Reply | null>
  /** The documents of a session that was made there, with their secrets, which nothing accepts. */
  readonly documentsOf: (id: string) => Promise<readonly DocumentPair[]>
}

/**
 * What pages and forms take from the server's bundle. Next builds a bundle of its own: whatever pages import is in the process
 * twice, and every build compiles it again. Types only, so that this file brings nothing along.
 */
export interface Shared {
  readonly answerExchange: (exchange: Exchange, container: Container) => Promise<Reply | null>
  /** Over a storage of its own that is gone afterwards. */
  readonly inMemory: (container: Container) => InMemory
  readonly holdsOperatorToken: typeof operator.holdsOperatorToken
  readonly checks: Pick<typeof parts, 'checkById' | 'checkRegistry' | 'failureHeadlineOf' | 'failureSentenceOf'>
  readonly campaigns: Pick<typeof builtIn, 'builtInCampaign' | 'builtInCampaigns'> &
    Pick<typeof choices, 'choicesAt'> &
    Pick<typeof campaigns, 'campaignTitle'>
  readonly readDefinition: typeof definitions.readDefinition
  readonly readDefinitions: typeof definitions.readDefinitions
  readonly withPlaceholders: typeof sealed.withPlaceholders
  readonly misbehaviours: {
    readonly issuance: readonly Misbehaviour[]
    readonly presentation: readonly PresentationMisbehaviour[]
  }
  readonly referenceWallet: Pick<
    typeof referenceWallet,
    'startCampaignWallet' | 'startPresentingWallet' | 'startReferenceWallet' | 'startRoundTripWallet'
  >
  readonly referenceRuns: ReferenceRuns
  readonly catalogueVersion: () => string
}

declare global {
  var walletCaptureShared: Shared | undefined
}

/** What the server's bundle shares. Throws before the server has started. */
export function shared(): Shared {
  const parts = globalThis.walletCaptureShared
  if (parts === undefined) throw new Error('The server has not been started.')
  return parts
}
