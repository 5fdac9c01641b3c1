import type { OperationId } from '@/lib/contract/contract'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import type { Endpoint } from '@/lib/core/endpoint'
import { plain } from '@/lib/core/endpoint'
import { jsonReply } from '@/lib/core/http/reply'
import { issuerConfigurations } from '@/lib/core/issuers'
import { buildCatalogueEntry } from '@/lib/core/issuers/catalogue-entry'
import { authorizeEndpoint } from '@/lib/core/oauth/authorize/authorize'
import { chainedAuthorizeEndpoint } from '@/lib/core/oauth/chained/chained-authorize'
import { chainedTokenEndpoint } from '@/lib/core/oauth/chained/chained-token'
import { returnFromChainedEndpoint } from '@/lib/core/oauth/chained/return-from-chained'
import { challengeEndpoint } from '@/lib/core/oauth/client-authentication/challenge'
import { pushedRequestEndpoint } from '@/lib/core/oauth/par/pushed-request'
import { tokenEndpoint } from '@/lib/core/oauth/token'
import { createSession } from '@/lib/core/oid4vci/create-session'
import { credentialEndpoint } from '@/lib/core/oid4vci/credential'
import {
  authorizationServerKeys,
  authorizationServerMetadata,
  credentialKeys,
  issuerLogoPng,
  issuerLogoSvg,
  issuerMetadata,
  jwtVcIssuerMetadata,
  trustAnchor,
  upstreamServerMetadata,
} from '@/lib/core/oid4vci/documents'
import { nonceEndpoint } from '@/lib/core/oid4vci/nonce'
import { notificationEndpoint } from '@/lib/core/oid4vci/notification/notification'
import { offerEndpoint } from '@/lib/core/oid4vci/offer-endpoint'
import {
  getSession,
  getSessionDeeplink,
  getSessionKeys,
  getSessionOffer,
  listRequests,
  listSessionEvents,
} from '@/lib/core/oid4vci/session-endpoints'
import { cancelAggregationSchedule, startAggregation } from '@/lib/core/scoreboard/aggregate-endpoints'
import { getPublicRecord, listPublicRecords } from '@/lib/core/scoreboard/public-records'
import { recordExecution } from '@/lib/core/scoreboard/record-execution'
import { saveScoreboardResults } from '@/lib/core/scoreboard/save-results'
import { getExecutionDetails, getNamespaceStatistics, listNamespaces } from '@/lib/core/scoreboard/statistics-endpoints'
import { getHealth, getReadiness, getRootCertificateDer, getRootCertificatePem, listChecks } from '@/lib/core/service'

const listIssuers = plain(async ({ settings }) => ({
  reply: jsonReply(
    200,
    issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  ),
}))

const openApi = buildOpenApi()
const getOpenApi = plain(async () => ({ reply: jsonReply(200, openApi) }))

/** Operation of the contract → what answers it. The compiler sees to it that none is missing. */
export const endpoints: Readonly<Record<OperationId, Endpoint>> = {
  getHealth,
  getReadiness,
  getRootCertificatePem,
  getRootCertificateDer,
  getOpenApi,
  listChecks,
  listIssuers,
  getIssuerMetadata: issuerMetadata,
  getAuthorizationServerMetadata: authorizationServerMetadata,
  getUpstreamServerMetadata: upstreamServerMetadata,
  getJwtVcIssuerMetadata: jwtVcIssuerMetadata,
  getAuthorizationServerKeys: authorizationServerKeys,
  getCredentialKeys: credentialKeys,
  getTrustAnchor: trustAnchor,
  getLogoPng: issuerLogoPng,
  getLogoSvg: issuerLogoSvg,
  createSession,
  getSession,
  getSessionOffer,
  getSessionDeeplink,
  getSessionKeys,
  listSessionEvents,
  listRequests,
  getCredentialOffer: offerEndpoint,
  pushAuthorizationRequest: pushedRequestEndpoint,
  requestAttestationChallenge: challengeEndpoint,
  authorize: authorizeEndpoint,
  returnFromUpstream: returnFromChainedEndpoint,
  authorizeUpstream: chainedAuthorizeEndpoint,
  requestUpstreamToken: chainedTokenEndpoint,
  requestToken: tokenEndpoint,
  requestNonce: nonceEndpoint,
  requestCredential: credentialEndpoint,
  sendNotification: notificationEndpoint,
  getNamespaceStatistics,
  saveScoreboardResults,
  startAggregation,
  cancelAggregationSchedule,
  listNamespaces,
  getExecutionDetails,
  recordExecution,
  listPublicRecords,
  getPublicRecord,
}
