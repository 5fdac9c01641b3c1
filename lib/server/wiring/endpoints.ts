import type { OperationId } from '@/lib/contract/contract'
import { answerCampaign } from '@/lib/core/campaigns/endpoints/answer-question'
import { getCampaignReport } from '@/lib/core/campaigns/endpoints/campaign-report'
import { getCoverage, listOfficialCases } from '@/lib/core/campaigns/endpoints/coverage'
import { createCampaign, listCampaigns } from '@/lib/core/campaigns/endpoints/create-campaign'
import { enterResult } from '@/lib/core/campaigns/endpoints/enter-result'
import { getCampaign } from '@/lib/core/campaigns/endpoints/get-campaign'
import { getComparison } from '@/lib/core/campaigns/endpoints/get-comparison'
import { judgeCampaign } from '@/lib/core/campaigns/endpoints/judge-campaign'
import { getNextSession } from '@/lib/core/campaigns/endpoints/next-session'
import { tryCampaignAgain } from '@/lib/core/campaigns/endpoints/try-again'
import type { Endpoint } from '@/lib/core/engine/endpoints/endpoint'
import { plain } from '@/lib/core/engine/endpoints/endpoint'
import { jsonReply } from '@/lib/core/ground/http/reply'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { buildCatalogueEntry } from '@/lib/core/issuer/configurations/catalogue-entry'
import { credentialEndpoint } from '@/lib/core/issuer/endpoints/credential'
import {
  authorizationServerKeys,
  authorizationServerMetadata,
  chainedServerMetadata,
  credentialKeys,
  issuerLogoPng,
  issuerLogoSvg,
  issuerMetadata,
  jwtVcIssuerMetadata,
  trustAnchor,
} from '@/lib/core/issuer/endpoints/documents'
import { nonceEndpoint } from '@/lib/core/issuer/endpoints/nonce'
import { notificationEndpoint } from '@/lib/core/issuer/endpoints/notification'
import { authorizeEndpoint } from '@/lib/core/issuer/endpoints/oauth/authorize'
import { chainedAuthorizeEndpoint } from '@/lib/core/issuer/endpoints/oauth/chained/chained-authorize'
import { chainedTokenEndpoint } from '@/lib/core/issuer/endpoints/oauth/chained/chained-token'
import { returnFromChainedEndpoint } from '@/lib/core/issuer/endpoints/oauth/chained/return-from-chained'
import { challengeEndpoint } from '@/lib/core/issuer/endpoints/oauth/client-authentication/challenge'
import { pushedRequestEndpoint } from '@/lib/core/issuer/endpoints/oauth/pushed-request'
import { offerEndpoint } from '@/lib/core/issuer/endpoints/offer'
import { createSession } from '@/lib/core/issuer/endpoints/sessions/create-session'
import { findSession } from '@/lib/core/issuer/endpoints/sessions/find-session'
import { getSession } from '@/lib/core/issuer/endpoints/sessions/get-session'
import { listRequests } from '@/lib/core/issuer/endpoints/sessions/list-requests'
import { reportAnswerRefusal } from '@/lib/core/issuer/endpoints/sessions/report-refusal'
import {
  getSessionDeeplink,
  getSessionKeys,
  getSessionOffer,
  listSessionEvents,
} from '@/lib/core/issuer/endpoints/sessions/session-endpoints'
import { getSessionReport } from '@/lib/core/issuer/endpoints/sessions/session-report'
import { tokenEndpoint } from '@/lib/core/issuer/endpoints/token'
import { cancelAggregationSchedule, startAggregation } from '@/lib/core/scoreboard/endpoints/aggregate-endpoints'
import { getEntityLogo, getExecutionArtifact, getOrganizationLogo } from '@/lib/core/scoreboard/endpoints/media'
import { getPipelinePicture } from '@/lib/core/scoreboard/endpoints/pipeline-pictures'
import { getPublicRecord, listPublicRecords } from '@/lib/core/scoreboard/endpoints/public-records'
import { recordExecution } from '@/lib/core/scoreboard/endpoints/record-execution'
import { saveScoreboardResults } from '@/lib/core/scoreboard/endpoints/save-results'
import { getScoreboardRows } from '@/lib/core/scoreboard/endpoints/scoreboard-rows'
import {
  getExecutionDetails,
  getNamespaceStatistics,
  listNamespaces,
} from '@/lib/core/scoreboard/endpoints/statistics-endpoints'
import {
  getHealth,
  getReadiness,
  getRootCertificateDer,
  getRootCertificatePem,
  listChecks,
  listPresets,
} from '@/lib/core/service/service'
import { completePresentationEndpoint } from '@/lib/core/verifier/endpoints/complete-presentation'
import { createPresentationSession } from '@/lib/core/verifier/endpoints/create-verifier-session'
import { reportRefusal } from '@/lib/core/verifier/endpoints/report-refusal'
import { requestObjectEndpoint } from '@/lib/core/verifier/endpoints/request-object'
import { getPresentationReport } from '@/lib/core/verifier/endpoints/session-report'
import {
  getPresentationDeeplink,
  getPresentationSession,
  listPresentationEvents,
} from '@/lib/core/verifier/endpoints/verifier-session-endpoints'
import { genericResponseEndpoint, sessionResponseEndpoint } from '@/lib/core/verifier/endpoints/wallet-response'
import { descriptionFor } from '../read/descriptions'

const listIssuers = plain(async ({ settings }) => ({
  reply: jsonReply(
    200,
    issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  ),
}))

const getOpenApi = plain(async ({ settings }) => ({ reply: jsonReply(200, descriptionFor(settings)) }))

/** Operation of the contract → its endpoint. The compiler finds missing ones. */
export const endpoints: Readonly<Record<OperationId, Endpoint>> = {
  getHealth,
  getReadiness,
  getRootCertificatePem,
  getRootCertificateDer,
  getOpenApi,
  listChecks,
  listPresets,
  listIssuers,
  getIssuerMetadata: issuerMetadata,
  getAuthorizationServerMetadata: authorizationServerMetadata,
  getChainedServerMetadata: chainedServerMetadata,
  getJwtVcIssuerMetadata: jwtVcIssuerMetadata,
  getAuthorizationServerKeys: authorizationServerKeys,
  getCredentialKeys: credentialKeys,
  getTrustAnchor: trustAnchor,
  getLogoPng: issuerLogoPng,
  getLogoSvg: issuerLogoSvg,
  createSession,
  findSession,
  getSession,
  getSessionOffer,
  getSessionDeeplink,
  getSessionKeys,
  listSessionEvents,
  reportAnswerRefusal,
  getSessionReport,
  listRequests,
  getCredentialOffer: offerEndpoint,
  pushAuthorizationRequest: pushedRequestEndpoint,
  requestAttestationChallenge: challengeEndpoint,
  authorize: authorizeEndpoint,
  returnFromChained: returnFromChainedEndpoint,
  authorizeChained: chainedAuthorizeEndpoint,
  requestChainedToken: chainedTokenEndpoint,
  requestToken: tokenEndpoint,
  requestNonce: nonceEndpoint,
  requestCredential: credentialEndpoint,
  sendNotification: notificationEndpoint,
  createPresentationSession,
  getPresentationSession,
  getPresentationDeeplink,
  listPresentationEvents,
  getPresentationReport,
  reportRefusal,
  getRequestObject: requestObjectEndpoint,
  postRequestObject: requestObjectEndpoint,
  sendPresentationResponse: sessionResponseEndpoint,
  completePresentation: completePresentationEndpoint,
  sendPresentationResponseByState: genericResponseEndpoint,
  listCampaigns,
  createCampaign,
  getCampaign,
  getNextSession,
  answerCampaign,
  enterResult,
  tryCampaignAgain,
  getCampaignReport,
  getCoverage,
  listOfficialCases,
  judgeCampaign,
  getComparison,
  getNamespaceStatistics,
  saveScoreboardResults,
  startAggregation,
  cancelAggregationSchedule,
  listNamespaces,
  getExecutionDetails,
  recordExecution,
  listPublicRecords,
  getPublicRecord,
  getExecutionArtifact,
  getOrganizationLogo,
  getEntityLogo,
  getPipelinePicture,
  getScoreboardRows,
}
