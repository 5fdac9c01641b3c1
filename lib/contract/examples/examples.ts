import type { OperationId } from '../contract'
import { campaignExamples } from './campaign-examples'
import { entityExamples } from './entity-examples'
import type { OperationExample } from './operation-example'
import { organizationExamples } from './organization-examples'
import { publishedExamples } from './published-examples'
import { scoreboardExamples, serviceExamples } from './service-examples'
import { presentationSessionExamples, sessionExamples } from './session-examples'
import { issuanceExamples, metadataExamples, pem, presentationExamples } from './wallet-examples'
import { workbenchExamples } from './workbench-examples'

/** An example of each operation, for a service with this origin. */
export const examplesAt = (base: string): Readonly<Record<OperationId, OperationExample>> => ({
  ...serviceExamples,
  ...trustExamples,
  ...sessionExamples(base),
  ...presentationSessionExamples(base),
  ...metadataExamples(base),
  ...issuanceExamples(base),
  ...presentationExamples(),
  ...campaignExamples(base),
  ...workbenchExamples(base),
  ...publishedExamples(base),
  ...scoreboardExamples(base),
  ...organizationExamples,
  ...entityExamples(base),
})

const notice = (title: string) =>
  ({
    status: 200,
    mediaType: 'text/plain',
    answer: `${title} (test data)\n\nWallet Capture is a service that tests wallets. …\n`,
  }) as const

/** Examples of the trust framework. */
const signed = { status: 200, mediaType: 'application/jwt' } as const

const trustExamples = {
  getTrustAnchorsPem: { target: '/trust/anchors.pem', ...pem },
  getTrustAnchorsJwks: {
    target: '/trust/anchors.jwks',
    status: 200,
    answer: { keys: [{ kty: 'EC', crv: 'P-256', kid: 'access-ca', use: 'sig', x5c: ['MIIBrDCCAVOgAwIBAgIU…'] }] },
  },
  getListedAnchors: { target: '/trust/anchors/access-certificate-providers.pem', ...pem },
  getAuthorityCertificate: { target: '/trust/ca/access-ca.cer', status: 200, mediaType: 'application/pkix-cert' },
  getRevocationList: { target: '/trust/crl/access-ca.crl', status: 200, mediaType: 'application/pkix-crl' },
  getTrustSupport: { target: '/trust/support', ...notice('Support') },
  getTrustPrivacy: { target: '/trust/privacy', ...notice('Privacy policy') },
  getTrustPolicy: { target: '/trust/policy', ...notice('Certificate policy') },
  getTrustList: { target: '/trust/lists/pid-providers.jwt', ...signed },
  getSessionTrustList: { target: '/trust/s/Zm9yIGV4YW1wbGUgb25seQ/lists/pid-providers.jwt', ...signed },
  getAliasTrustList: { target: '/trust/a/mywallet20261127/lists/pid-providers.jwt', ...signed },
  getRegistrationStatusList: {
    target: '/trust/s/Zm9yIGV4YW1wbGUgb25seQ/status.jwt',
    status: 200,
    mediaType: 'application/statuslist+jwt',
  },
  getSessionRevocationList: {
    target: '/trust/s/Zm9yIGV4YW1wbGUgb25seQ/access.crl',
    status: 200,
    mediaType: 'application/pkix-crl',
  },
  getRelyingParties: { target: '/trust/registrar/wrp?identifier=NTRIT-WALLETCAPTURE', ...signed },
  checkIntendedUse: {
    target: '/trust/registrar/wrp/check-intended-use?intendeduseidentifier=Zm9yIGV4YW1wbGUgb25seQ',
    ...signed,
  },
  getRelyingParty: { target: '/trust/registrar/wrp/NTRIT-WALLETCAPTURE', ...signed },
} as const satisfies Record<string, OperationExample>
