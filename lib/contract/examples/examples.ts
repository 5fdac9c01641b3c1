import type { OperationId } from '../contract'
import { campaignExamples } from './campaign-examples'
import type { OperationExample } from './operation-example'
import { scoreboardExamples, serviceExamples } from './service-examples'
import { presentationSessionExamples, sessionExamples } from './session-examples'
import { trustExamples } from './trust-examples'
import { issuanceExamples, metadataExamples, presentationExamples } from './wallet-examples'

/** An example of each operation, as a service with this origin answers. */
export const examplesAt = (base: string): Readonly<Record<OperationId, OperationExample>> => ({
  ...serviceExamples,
  ...trustExamples,
  ...sessionExamples(base),
  ...presentationSessionExamples(base),
  ...metadataExamples(base),
  ...issuanceExamples(base),
  ...presentationExamples(),
  ...campaignExamples(base),
  ...scoreboardExamples(base),
})
