import type { OperationId } from '@/lib/contract/contract'
import { answerCampaign } from '@/lib/core/endpoints/campaigns/answer-question'
import { getCampaignReport } from '@/lib/core/endpoints/campaigns/campaign-report'
import { getCoverage, listOfficialCases } from '@/lib/core/endpoints/campaigns/coverage'
import { createCampaign, listCampaigns } from '@/lib/core/endpoints/campaigns/create-campaign'
import { enterResult } from '@/lib/core/endpoints/campaigns/enter-result'
import { getCampaign } from '@/lib/core/endpoints/campaigns/get-campaign'
import { getComparison } from '@/lib/core/endpoints/campaigns/get-comparison'
import { judgeCampaign } from '@/lib/core/endpoints/campaigns/judge-campaign'
import { getNextSession } from '@/lib/core/endpoints/campaigns/next-session'
import { tryCampaignAgain } from '@/lib/core/endpoints/campaigns/try-again'
import type { Endpoint } from '@/lib/core/endpoints/endpoint'
import { plain } from '@/lib/core/endpoints/endpoint'
import { authorizeEndpoint } from '@/lib/core/endpoints/oauth/authorize'
import { chainedAuthorizeEndpoint } from '@/lib/core/endpoints/oauth/chained/chained-authorize'
import { chainedTokenEndpoint } from '@/lib/core/endpoints/oauth/chained/chained-token'
import { returnFromChainedEndpoint } from '@/lib/core/endpoints/oauth/chained/return-from-chained'
import { challengeEndpoint } from '@/lib/core/endpoints/oauth/client-authentication/challenge'
import { pushedRequestEndpoint } from '@/lib/core/endpoints/oauth/pushed-request'
import { credentialEndpoint } from '@/lib/core/endpoints/oid4vci/credential'
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
} from '@/lib/core/endpoints/oid4vci/documents'
import { nonceEndpoint } from '@/lib/core/endpoints/oid4vci/nonce'
import { notificationEndpoint } from '@/lib/core/endpoints/oid4vci/notification'
import { offerEndpoint } from '@/lib/core/endpoints/oid4vci/offer'
import { tokenEndpoint } from '@/lib/core/endpoints/oid4vci/token'
import { completePresentationEndpoint } from '@/lib/core/endpoints/oid4vp/complete-presentation'
import { createPresentationSession } from '@/lib/core/endpoints/oid4vp/create-presentation-session'
import { genericResponseEndpoint, sessionResponseEndpoint } from '@/lib/core/endpoints/oid4vp/presentation-response'
import {
  getPresentationDeeplink,
  getPresentationSession,
  listPresentationEvents,
} from '@/lib/core/endpoints/oid4vp/presentation-session-endpoints'
import { reportRefusal } from '@/lib/core/endpoints/oid4vp/report-refusal'
import { requestObjectEndpoint } from '@/lib/core/endpoints/oid4vp/request-object'
import { cancelAggregationSchedule, startAggregation } from '@/lib/core/endpoints/scoreboard/aggregate-endpoints'
import { getEntityLogo, getExecutionArtifact, getOrganizationLogo } from '@/lib/core/endpoints/scoreboard/media'
import { getPipelinePicture } from '@/lib/core/endpoints/scoreboard/pipeline-pictures'
import { getPublicRecord, listPublicRecords } from '@/lib/core/endpoints/scoreboard/public-records'
import { recordExecution } from '@/lib/core/endpoints/scoreboard/record-execution'
import { saveScoreboardResults } from '@/lib/core/endpoints/scoreboard/save-results'
import { getScoreboardRows } from '@/lib/core/endpoints/scoreboard/scoreboard-rows'
import {
  getExecutionDetails,
  getNamespaceStatistics,
  listNamespaces,
} from '@/lib/core/endpoints/scoreboard/statistics-endpoints'
import {
  getHealth,
  getReadiness,
  getRootCertificateDer,
  getRootCertificatePem,
  listChecks,
  listPresets,
} from '@/lib/core/endpoints/service'
import { createSession } from '@/lib/core/endpoints/sessions/create-session'
import { findSession } from '@/lib/core/endpoints/sessions/find-session'
import { getSession } from '@/lib/core/endpoints/sessions/get-session'
import { listRequests } from '@/lib/core/endpoints/sessions/list-requests'
import { reportAnswerRefusal } from '@/lib/core/endpoints/sessions/report-refusal'
import {
  getSessionDeeplink,
  getSessionKeys,
  getSessionOffer,
  listSessionEvents,
} from '@/lib/core/endpoints/sessions/session-endpoints'
import { getPresentationReport, getSessionReport } from '@/lib/core/endpoints/sessions/session-report'
import { jsonReply } from '@/lib/core/http/reply'
import { issuerConfigurations } from '@/lib/core/issuers'
import { buildCatalogueEntry } from '@/lib/core/issuers/catalogue-entry'
import { descriptionFor } from './descriptions'

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
