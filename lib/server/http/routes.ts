// Written by npm run generate from each route.ts below app/(protocol).
import type { RouteHandlers } from '../http/route'
import * as wellKnownJwtVcIssuerIssuersIssuerConfigurationId from '@/app/(protocol)/.well-known/jwt-vc-issuer/issuers/[issuerConfigurationId]/route'
import * as wellKnownJwtVcIssuerLabLabId from '@/app/(protocol)/.well-known/jwt-vc-issuer/lab/[labId]/route'
import * as wellKnownOauthAuthorizationServerAuthorizationServersIssuerConfigurationId from '@/app/(protocol)/.well-known/oauth-authorization-server/authorization-servers/[issuerConfigurationId]/route'
import * as wellKnownOauthAuthorizationServerIssuersIssuerConfigurationId from '@/app/(protocol)/.well-known/oauth-authorization-server/issuers/[issuerConfigurationId]/route'
import * as wellKnownOauthAuthorizationServerLabLabId from '@/app/(protocol)/.well-known/oauth-authorization-server/lab/[labId]/route'
import * as wellKnownOauthAuthorizationServerLabLabIdAs from '@/app/(protocol)/.well-known/oauth-authorization-server/lab/[labId]/as/route'
import * as wellKnownOauthAuthorizationServerLabLabIdGone from '@/app/(protocol)/.well-known/oauth-authorization-server/lab/[labId]/gone/route'
import * as wellKnownOauthAuthorizationServerLabLabIdUpstream from '@/app/(protocol)/.well-known/oauth-authorization-server/lab/[labId]/upstream/route'
import * as wellKnownOpenidCredentialIssuerIssuersIssuerConfigurationId from '@/app/(protocol)/.well-known/openid-credential-issuer/issuers/[issuerConfigurationId]/route'
import * as wellKnownOpenidCredentialIssuerLabLabId from '@/app/(protocol)/.well-known/openid-credential-issuer/lab/[labId]/route'
import * as wellKnownSecurityTxt from '@/app/(protocol)/.well-known/security.txt/route'
import * as apiCollectionsCollectionRecords from '@/app/(protocol)/api/collections/[collection]/records/route'
import * as apiCollectionsCollectionRecordsRecordId from '@/app/(protocol)/api/collections/[collection]/records/[record_id]/route'
import * as apiExecutionsExecutionId from '@/app/(protocol)/api/executions/[execution_id]/route'
import * as apiExecutionsExecutionIdCancel from '@/app/(protocol)/api/executions/[execution_id]/cancel/route'
import * as apiExecutionsExecutionIdResult from '@/app/(protocol)/api/executions/[execution_id]/result/route'
import * as apiFilesCollectionRecordIdFile from '@/app/(protocol)/api/files/[collection]/[record_id]/[file]/route'
import * as apiOrganizations from '@/app/(protocol)/api/organizations/route'
import * as apiOrganizationsOrg from '@/app/(protocol)/api/organizations/[org]/route'
import * as apiOrganizationsOrgKind from '@/app/(protocol)/api/organizations/[org]/[kind]/route'
import * as apiOrganizationsOrgKindEntityId from '@/app/(protocol)/api/organizations/[org]/[kind]/[entity_id]/route'
import * as apiOrganizationsOrgAudit from '@/app/(protocol)/api/organizations/[org]/audit/route'
import * as apiOrganizationsOrgKeys from '@/app/(protocol)/api/organizations/[org]/keys/route'
import * as apiOrganizationsOrgKeysKeyId from '@/app/(protocol)/api/organizations/[org]/keys/[key_id]/route'
import * as apiOrganizationsNamespaces from '@/app/(protocol)/api/organizations/namespaces/route'
import * as apiPipelineExecutionDetailsNamespaceWorkflowIdRunId from '@/app/(protocol)/api/pipeline/execution-details/[namespace]/[workflow_id]/[run_id]/route'
import * as apiPipelineExecutions from '@/app/(protocol)/api/pipeline/executions/route'
import * as apiPipelineScoreboardNamespace from '@/app/(protocol)/api/pipeline/scoreboard/[namespace]/route'
import * as apiPipelineScoreboardAggregateScheduleScheduleId from '@/app/(protocol)/api/pipeline/scoreboard/aggregate/schedule/[schedule_id]/route'
import * as apiPipelineScoreboardAggregateStart from '@/app/(protocol)/api/pipeline/scoreboard/aggregate/start/route'
import * as apiPipelineScoreboardSaveResults from '@/app/(protocol)/api/pipeline/scoreboard/save-results/route'
import * as apiPipelineUncountedNamespace from '@/app/(protocol)/api/pipeline/uncounted/[namespace]/route'
import * as apiPipelines from '@/app/(protocol)/api/pipelines/route'
import * as apiPipelinesPipelineId from '@/app/(protocol)/api/pipelines/[pipeline_id]/route'
import * as apiPipelinesPipelineIdRun from '@/app/(protocol)/api/pipelines/[pipeline_id]/run/route'
import * as apiPipelinesPipelineIdSchedule from '@/app/(protocol)/api/pipelines/[pipeline_id]/schedule/route'
import * as apiScoreboardRows from '@/app/(protocol)/api/scoreboard/rows/route'
import * as authorizationServersIssuerConfigurationIdAuthorize from '@/app/(protocol)/authorization-servers/[issuerConfigurationId]/authorize/route'
import * as authorizationServersIssuerConfigurationIdToken from '@/app/(protocol)/authorization-servers/[issuerConfigurationId]/token/route'
import * as badgePipelineOrganizationFile from '@/app/(protocol)/badge/pipeline/[organization]/[file]/route'
import * as badgeWalletFile from '@/app/(protocol)/badge/wallet/[file]/route'
import * as campaignsCampaignId from '@/app/(protocol)/campaigns/[campaignId]/route'
import * as campaignsCampaignIdAgain from '@/app/(protocol)/campaigns/[campaignId]/again/route'
import * as campaignsCampaignIdAnswer from '@/app/(protocol)/campaigns/[campaignId]/answer/route'
import * as campaignsCampaignIdNext from '@/app/(protocol)/campaigns/[campaignId]/next/route'
import * as campaignsCampaignIdReport from '@/app/(protocol)/campaigns/[campaignId]/report/route'
import * as campaignsInterface from '@/app/(protocol)/campaigns/_interface/route'
import * as checksJson from '@/app/(protocol)/checks.json/route'
import * as comparison from '@/app/(protocol)/comparison/route'
import * as coverage from '@/app/(protocol)/coverage/route'
import * as coverageBundle from '@/app/(protocol)/coverage/bundle/route'
import * as coverageDeclarations from '@/app/(protocol)/coverage/declarations/route'
import * as coverageIcs from '@/app/(protocol)/coverage/ics/route'
import * as coverageResults from '@/app/(protocol)/coverage/results/route'
import * as coverageSummary from '@/app/(protocol)/coverage/summary/route'
import * as dDoorIdOffer from '@/app/(protocol)/d/[doorId]/offer/route'
import * as dDoorIdRequest from '@/app/(protocol)/d/[doorId]/request/route'
import * as fcafJson from '@/app/(protocol)/fcaf.json/route'
import * as healthz from '@/app/(protocol)/healthz/route'
import * as issuers from '@/app/(protocol)/issuers/route'
import * as issuersIssuerConfigurationIdAuthorize from '@/app/(protocol)/issuers/[issuerConfigurationId]/authorize/route'
import * as issuersIssuerConfigurationIdChallenge from '@/app/(protocol)/issuers/[issuerConfigurationId]/challenge/route'
import * as issuersIssuerConfigurationIdCredential from '@/app/(protocol)/issuers/[issuerConfigurationId]/credential/route'
import * as issuersIssuerConfigurationIdCredentialJwksJson from '@/app/(protocol)/issuers/[issuerConfigurationId]/credential-jwks.json/route'
import * as issuersIssuerConfigurationIdJwksJson from '@/app/(protocol)/issuers/[issuerConfigurationId]/jwks.json/route'
import * as issuersIssuerConfigurationIdLogoPng from '@/app/(protocol)/issuers/[issuerConfigurationId]/logo.png/route'
import * as issuersIssuerConfigurationIdLogoSvg from '@/app/(protocol)/issuers/[issuerConfigurationId]/logo.svg/route'
import * as issuersIssuerConfigurationIdNonce from '@/app/(protocol)/issuers/[issuerConfigurationId]/nonce/route'
import * as issuersIssuerConfigurationIdNotification from '@/app/(protocol)/issuers/[issuerConfigurationId]/notification/route'
import * as issuersIssuerConfigurationIdOffersCredentialOfferId from '@/app/(protocol)/issuers/[issuerConfigurationId]/offers/[credentialOfferId]/route'
import * as issuersIssuerConfigurationIdPar from '@/app/(protocol)/issuers/[issuerConfigurationId]/par/route'
import * as issuersIssuerConfigurationIdRedirect from '@/app/(protocol)/issuers/[issuerConfigurationId]/redirect/route'
import * as issuersIssuerConfigurationIdToken from '@/app/(protocol)/issuers/[issuerConfigurationId]/token/route'
import * as issuersIssuerConfigurationIdTrustAnchorPem from '@/app/(protocol)/issuers/[issuerConfigurationId]/trust-anchor.pem/route'
import * as labLabIdAsAuthorize from '@/app/(protocol)/lab/[labId]/as/authorize/route'
import * as labLabIdAsChallenge from '@/app/(protocol)/lab/[labId]/as/challenge/route'
import * as labLabIdAsJwksJson from '@/app/(protocol)/lab/[labId]/as/jwks.json/route'
import * as labLabIdAsPar from '@/app/(protocol)/lab/[labId]/as/par/route'
import * as labLabIdAsToken from '@/app/(protocol)/lab/[labId]/as/token/route'
import * as labLabIdAuthorize from '@/app/(protocol)/lab/[labId]/authorize/route'
import * as labLabIdChallenge from '@/app/(protocol)/lab/[labId]/challenge/route'
import * as labLabIdCredential from '@/app/(protocol)/lab/[labId]/credential/route'
import * as labLabIdCredentialJwksJson from '@/app/(protocol)/lab/[labId]/credential-jwks.json/route'
import * as labLabIdDeferred from '@/app/(protocol)/lab/[labId]/deferred/route'
import * as labLabIdJwksJson from '@/app/(protocol)/lab/[labId]/jwks.json/route'
import * as labLabIdLogoPng from '@/app/(protocol)/lab/[labId]/logo.png/route'
import * as labLabIdLogoSvg from '@/app/(protocol)/lab/[labId]/logo.svg/route'
import * as labLabIdNonce from '@/app/(protocol)/lab/[labId]/nonce/route'
import * as labLabIdNotification from '@/app/(protocol)/lab/[labId]/notification/route'
import * as labLabIdOffersCredentialOfferId from '@/app/(protocol)/lab/[labId]/offers/[credentialOfferId]/route'
import * as labLabIdPar from '@/app/(protocol)/lab/[labId]/par/route'
import * as labLabIdRedirect from '@/app/(protocol)/lab/[labId]/redirect/route'
import * as labLabIdStatusStatusListId from '@/app/(protocol)/lab/[labId]/status/[statusListId]/route'
import * as labLabIdToken from '@/app/(protocol)/lab/[labId]/token/route'
import * as labLabIdTrustAnchorPem from '@/app/(protocol)/lab/[labId]/trust-anchor.pem/route'
import * as labLabIdTypesTypeNumber from '@/app/(protocol)/lab/[labId]/types/[typeNumber]/route'
import * as labLabIdUpstreamAuthorize from '@/app/(protocol)/lab/[labId]/upstream/authorize/route'
import * as labLabIdUpstreamToken from '@/app/(protocol)/lab/[labId]/upstream/token/route'
import * as labLabIdV2Credential from '@/app/(protocol)/lab/[labId]/v2/credential/route'
import * as labLabIdV2Nonce from '@/app/(protocol)/lab/[labId]/v2/nonce/route'
import * as labLabIdV2Notification from '@/app/(protocol)/lab/[labId]/v2/notification/route'
import * as labLabIdWalletUnitsWalletUnitListId from '@/app/(protocol)/lab/[labId]/wallet-units/[walletUnitListId]/route'
import * as mediaEntitiesCollectionRecordIdFile from '@/app/(protocol)/media/entities/[collection]/[record_id]/[file]/route'
import * as mediaExecutionsExecutionIdFile from '@/app/(protocol)/media/executions/[execution_id]/[file]/route'
import * as mediaOrganizationsOrganizationIdFile from '@/app/(protocol)/media/organizations/[organization_id]/[file]/route'
import * as names from '@/app/(protocol)/names/route'
import * as oid4vciRequests from '@/app/(protocol)/oid4vci/requests/route'
import * as openapiJson from '@/app/(protocol)/openapi.json/route'
import * as openid4vpDidJson from '@/app/(protocol)/openid4vp/did.json/route'
import * as openid4vpRedirect from '@/app/(protocol)/openid4vp/redirect/route'
import * as openid4vpResponse from '@/app/(protocol)/openid4vp/response/route'
import * as openid4vpSessions from '@/app/(protocol)/openid4vp/sessions/route'
import * as openid4vpSessionsSessionId from '@/app/(protocol)/openid4vp/sessions/[sessionId]/route'
import * as openid4vpSessionsSessionIdComplete from '@/app/(protocol)/openid4vp/sessions/[sessionId]/complete/route'
import * as openid4vpSessionsSessionIdDcApi from '@/app/(protocol)/openid4vp/sessions/[sessionId]/dc-api/route'
import * as openid4vpSessionsSessionIdDcApiResult from '@/app/(protocol)/openid4vp/sessions/[sessionId]/dc-api/result/route'
import * as openid4vpSessionsSessionIdDeeplink from '@/app/(protocol)/openid4vp/sessions/[sessionId]/deeplink/route'
import * as openid4vpSessionsSessionIdEvents from '@/app/(protocol)/openid4vp/sessions/[sessionId]/events/route'
import * as openid4vpSessionsSessionIdOpen from '@/app/(protocol)/openid4vp/sessions/[sessionId]/open/route'
import * as openid4vpSessionsSessionIdRefusal from '@/app/(protocol)/openid4vp/sessions/[sessionId]/refusal/route'
import * as openid4vpSessionsSessionIdReport from '@/app/(protocol)/openid4vp/sessions/[sessionId]/report/route'
import * as openid4vpSessionsSessionIdRequest from '@/app/(protocol)/openid4vp/sessions/[sessionId]/request/route'
import * as openid4vpSessionsSessionIdResponse from '@/app/(protocol)/openid4vp/sessions/[sessionId]/response/route'
import * as openid4vpVerifierDidJson from '@/app/(protocol)/openid4vp/verifier/did.json/route'
import * as openid4vpVerifierJwksJson from '@/app/(protocol)/openid4vp/verifier/jwks.json/route'
import * as pkiRootCaCer from '@/app/(protocol)/pki/root-ca.cer/route'
import * as pkiRootCaPem from '@/app/(protocol)/pki/root-ca.pem/route'
import * as presentSessionIdState from '@/app/(protocol)/present/[sessionId]/state/route'
import * as presetsJson from '@/app/(protocol)/presets.json/route'
import * as readyz from '@/app/(protocol)/readyz/route'
import * as sessions from '@/app/(protocol)/sessions/route'
import * as sessionsSessionId from '@/app/(protocol)/sessions/[sessionId]/route'
import * as sessionsSessionIdDeeplink from '@/app/(protocol)/sessions/[sessionId]/deeplink/route'
import * as sessionsSessionIdEvents from '@/app/(protocol)/sessions/[sessionId]/events/route'
import * as sessionsSessionIdJwks from '@/app/(protocol)/sessions/[sessionId]/jwks/route'
import * as sessionsSessionIdLaboratoryOffers from '@/app/(protocol)/sessions/[sessionId]/laboratory/offers/route'
import * as sessionsSessionIdLaboratoryStatuses from '@/app/(protocol)/sessions/[sessionId]/laboratory/statuses/route'
import * as sessionsSessionIdLaboratoryTransactions from '@/app/(protocol)/sessions/[sessionId]/laboratory/transactions/route'
import * as sessionsSessionIdLaboratoryWalletUnits from '@/app/(protocol)/sessions/[sessionId]/laboratory/wallet-units/route'
import * as sessionsSessionIdOffer from '@/app/(protocol)/sessions/[sessionId]/offer/route'
import * as sessionsSessionIdRefusal from '@/app/(protocol)/sessions/[sessionId]/refusal/route'
import * as sessionsSessionIdReport from '@/app/(protocol)/sessions/[sessionId]/report/route'
import * as sessionsFind from '@/app/(protocol)/sessions/find/route'
import * as trustAAliasListsFile from '@/app/(protocol)/trust/a/[alias]/lists/[file]/route'
import * as trustAnchorsJwks from '@/app/(protocol)/trust/anchors.jwks/route'
import * as trustAnchorsPem from '@/app/(protocol)/trust/anchors.pem/route'
import * as trustAnchorsFile from '@/app/(protocol)/trust/anchors/[file]/route'
import * as trustCaFile from '@/app/(protocol)/trust/ca/[file]/route'
import * as trustCrlFile from '@/app/(protocol)/trust/crl/[file]/route'
import * as trustListsFile from '@/app/(protocol)/trust/lists/[file]/route'
import * as trustPolicy from '@/app/(protocol)/trust/policy/route'
import * as trustPrivacy from '@/app/(protocol)/trust/privacy/route'
import * as trustRegistrarWrp from '@/app/(protocol)/trust/registrar/wrp/route'
import * as trustRegistrarWrpIdentifier from '@/app/(protocol)/trust/registrar/wrp/[identifier]/route'
import * as trustRegistrarWrpCheckIntendedUse from '@/app/(protocol)/trust/registrar/wrp/check-intended-use/route'
import * as trustSTrustIdAccessCrl from '@/app/(protocol)/trust/s/[trustId]/access.crl/route'
import * as trustSTrustIdListsFile from '@/app/(protocol)/trust/s/[trustId]/lists/[file]/route'
import * as trustSTrustIdStatusJwt from '@/app/(protocol)/trust/s/[trustId]/status.jwt/route'
import * as trustSupport from '@/app/(protocol)/trust/support/route'
import * as verifierAttestationsJwksJson from '@/app/(protocol)/verifier-attestations/jwks.json/route'
import * as walletsSlugVersionFile from '@/app/(protocol)/wallets/[slug]/[version]/[file]/route'
import * as walletsSlugVersionInterface from '@/app/(protocol)/wallets/[slug]/[version]/_interface/route'
import * as walletsInterface from '@/app/(protocol)/wallets/_interface/route'
import * as workbenches from '@/app/(protocol)/workbenches/route'
import * as workbenchesWorkbenchId from '@/app/(protocol)/workbenches/[workbenchId]/route'
import * as workbenchesWorkbenchIdReport from '@/app/(protocol)/workbenches/[workbenchId]/report/route'
import * as workbenchesWorkbenchIdSessions from '@/app/(protocol)/workbenches/[workbenchId]/sessions/route'

/** What each `route.ts` of the interface exports. */
export const routes: readonly RouteHandlers[] = [
  wellKnownJwtVcIssuerIssuersIssuerConfigurationId,
  wellKnownJwtVcIssuerLabLabId,
  wellKnownOauthAuthorizationServerAuthorizationServersIssuerConfigurationId,
  wellKnownOauthAuthorizationServerIssuersIssuerConfigurationId,
  wellKnownOauthAuthorizationServerLabLabId,
  wellKnownOauthAuthorizationServerLabLabIdAs,
  wellKnownOauthAuthorizationServerLabLabIdGone,
  wellKnownOauthAuthorizationServerLabLabIdUpstream,
  wellKnownOpenidCredentialIssuerIssuersIssuerConfigurationId,
  wellKnownOpenidCredentialIssuerLabLabId,
  wellKnownSecurityTxt,
  apiCollectionsCollectionRecords,
  apiCollectionsCollectionRecordsRecordId,
  apiExecutionsExecutionId,
  apiExecutionsExecutionIdCancel,
  apiExecutionsExecutionIdResult,
  apiFilesCollectionRecordIdFile,
  apiOrganizations,
  apiOrganizationsOrg,
  apiOrganizationsOrgKind,
  apiOrganizationsOrgKindEntityId,
  apiOrganizationsOrgAudit,
  apiOrganizationsOrgKeys,
  apiOrganizationsOrgKeysKeyId,
  apiOrganizationsNamespaces,
  apiPipelineExecutionDetailsNamespaceWorkflowIdRunId,
  apiPipelineExecutions,
  apiPipelineScoreboardNamespace,
  apiPipelineScoreboardAggregateScheduleScheduleId,
  apiPipelineScoreboardAggregateStart,
  apiPipelineScoreboardSaveResults,
  apiPipelineUncountedNamespace,
  apiPipelines,
  apiPipelinesPipelineId,
  apiPipelinesPipelineIdRun,
  apiPipelinesPipelineIdSchedule,
  apiScoreboardRows,
  authorizationServersIssuerConfigurationIdAuthorize,
  authorizationServersIssuerConfigurationIdToken,
  badgePipelineOrganizationFile,
  badgeWalletFile,
  campaignsCampaignId,
  campaignsCampaignIdAgain,
  campaignsCampaignIdAnswer,
  campaignsCampaignIdNext,
  campaignsCampaignIdReport,
  campaignsInterface,
  checksJson,
  comparison,
  coverage,
  coverageBundle,
  coverageDeclarations,
  coverageIcs,
  coverageResults,
  coverageSummary,
  dDoorIdOffer,
  dDoorIdRequest,
  fcafJson,
  healthz,
  issuers,
  issuersIssuerConfigurationIdAuthorize,
  issuersIssuerConfigurationIdChallenge,
  issuersIssuerConfigurationIdCredential,
  issuersIssuerConfigurationIdCredentialJwksJson,
  issuersIssuerConfigurationIdJwksJson,
  issuersIssuerConfigurationIdLogoPng,
  issuersIssuerConfigurationIdLogoSvg,
  issuersIssuerConfigurationIdNonce,
  issuersIssuerConfigurationIdNotification,
  issuersIssuerConfigurationIdOffersCredentialOfferId,
  issuersIssuerConfigurationIdPar,
  issuersIssuerConfigurationIdRedirect,
  issuersIssuerConfigurationIdToken,
  issuersIssuerConfigurationIdTrustAnchorPem,
  labLabIdAsAuthorize,
  labLabIdAsChallenge,
  labLabIdAsJwksJson,
  labLabIdAsPar,
  labLabIdAsToken,
  labLabIdAuthorize,
  labLabIdChallenge,
  labLabIdCredential,
  labLabIdCredentialJwksJson,
  labLabIdDeferred,
  labLabIdJwksJson,
  labLabIdLogoPng,
  labLabIdLogoSvg,
  labLabIdNonce,
  labLabIdNotification,
  labLabIdOffersCredentialOfferId,
  labLabIdPar,
  labLabIdRedirect,
  labLabIdStatusStatusListId,
  labLabIdToken,
  labLabIdTrustAnchorPem,
  labLabIdTypesTypeNumber,
  labLabIdUpstreamAuthorize,
  labLabIdUpstreamToken,
  labLabIdV2Credential,
  labLabIdV2Nonce,
  labLabIdV2Notification,
  labLabIdWalletUnitsWalletUnitListId,
  mediaEntitiesCollectionRecordIdFile,
  mediaExecutionsExecutionIdFile,
  mediaOrganizationsOrganizationIdFile,
  names,
  oid4vciRequests,
  openapiJson,
  openid4vpDidJson,
  openid4vpRedirect,
  openid4vpResponse,
  openid4vpSessions,
  openid4vpSessionsSessionId,
  openid4vpSessionsSessionIdComplete,
  openid4vpSessionsSessionIdDcApi,
  openid4vpSessionsSessionIdDcApiResult,
  openid4vpSessionsSessionIdDeeplink,
  openid4vpSessionsSessionIdEvents,
  openid4vpSessionsSessionIdOpen,
  openid4vpSessionsSessionIdRefusal,
  openid4vpSessionsSessionIdReport,
  openid4vpSessionsSessionIdRequest,
  openid4vpSessionsSessionIdResponse,
  openid4vpVerifierDidJson,
  openid4vpVerifierJwksJson,
  pkiRootCaCer,
  pkiRootCaPem,
  presentSessionIdState,
  presetsJson,
  readyz,
  sessions,
  sessionsSessionId,
  sessionsSessionIdDeeplink,
  sessionsSessionIdEvents,
  sessionsSessionIdJwks,
  sessionsSessionIdLaboratoryOffers,
  sessionsSessionIdLaboratoryStatuses,
  sessionsSessionIdLaboratoryTransactions,
  sessionsSessionIdLaboratoryWalletUnits,
  sessionsSessionIdOffer,
  sessionsSessionIdRefusal,
  sessionsSessionIdReport,
  sessionsFind,
  trustAAliasListsFile,
  trustAnchorsJwks,
  trustAnchorsPem,
  trustAnchorsFile,
  trustCaFile,
  trustCrlFile,
  trustListsFile,
  trustPolicy,
  trustPrivacy,
  trustRegistrarWrp,
  trustRegistrarWrpIdentifier,
  trustRegistrarWrpCheckIntendedUse,
  trustSTrustIdAccessCrl,
  trustSTrustIdListsFile,
  trustSTrustIdStatusJwt,
  trustSupport,
  verifierAttestationsJwksJson,
  walletsSlugVersionFile,
  walletsSlugVersionInterface,
  walletsInterface,
  workbenches,
  workbenchesWorkbenchId,
  workbenchesWorkbenchIdReport,
  workbenchesWorkbenchIdSessions,
]
