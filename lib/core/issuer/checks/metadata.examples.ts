import type { ExamplesById } from '../../engine/checks/examples'
import { answeredRequest, type UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import type { MetadataReading } from '../read/issuer-metadata'

const issuer: MetadataReading = {
  document: 'issuer_metadata',
  accept: 'application/json',
  acceptLanguage: 'it, en;q=0.5',
}
const server: MetadataReading = { ...issuer, document: 'authorization_server_metadata' }
const accept = (value: string | null): MetadataReading => ({ ...issuer, accept: value })
const languages = (value: string | null): MetadataReading => ({ ...issuer, acceptLanguage: value })

export const metadataExamples: ExamplesById<MetadataReading> = {
  'vci.metadata.accept_header': {
    pass: [issuer, accept('application/jwt'), accept('application/json, application/jwt;q=0.5')],
    violated: [accept(null), accept('*/*'), accept('text/html')],
    notApplicable: [server],
  },
  'vci.metadata.accept_language': {
    pass: [issuer, languages('de-AT'), languages('*'), languages('fr;q=1.0,en;q=0.001')],
    violated: [languages(null), languages('not a tag'), languages('it_IT'), languages('en;q=2')],
    notApplicable: [server],
  },
  'vci.metadata.signed_requested': {
    pass: [accept('application/jwt'), accept('application/json;q=0.5, APPLICATION/JWT')],
    violated: [issuer, accept(null)],
    notApplicable: [server, { ...server, accept: 'application/jwt' }],
  },
}

const miss = (change: Partial<UnmatchedReading>): UnmatchedReading => ({
  method: 'GET',
  path: '/issuers/eu-pid-device-bound/elsewhere',
  operation: null,
  answered: false,
  wrongForm: null,
  namedServers: null,
  ...change,
})
const wrongMethod = (operation: string, method: string): UnmatchedReading =>
  miss({ operation, method, path: '/issuers/eu-pid-device-bound/there' })
const appendedIssuer = miss({
  path: '/issuers/eu-pid-device-bound/.well-known/openid-credential-issuer',
  wrongForm: 'appended_issuer_metadata',
})
const bareIssuer = miss({ path: '/.well-known/openid-credential-issuer', wrongForm: 'bare_issuer_metadata' })
const appendedServer = miss({
  path: '/issuers/eu-pid-device-bound/.well-known/oauth-authorization-server',
  wrongForm: 'appended_as_metadata',
})
const discovery = miss({
  path: '/issuers/eu-pid-device-bound/.well-known/openid-configuration',
  wrongForm: 'oidc_discovery',
})
const slash = (name: string) =>
  miss({ path: `/.well-known/${name}/issuers/eu-pid-device-bound/`, wrongForm: 'trailing_slash' })
const issuerFetch = answeredRequest('getIssuerMetadata', 'GET')
const serverFetch = answeredRequest('getAuthorizationServerMetadata', 'GET')
const tokenRequest = answeredRequest('requestToken', 'POST')
const credentialRequest = answeredRequest('requestCredential', 'POST')
const nonceRequest = answeredRequest('requestNonce', 'POST')
const offerFetch = answeredRequest('getCredentialOffer', 'GET')

const laboratory = '/issuers/eu-pid-device-bound/lab/AAAAAAAAAAAAAAAAAAAAAA'
const namedServers = [`https://issuer.example${laboratory}/as`]

export const addressExamples: ExamplesById<UnmatchedReading> = {
  'vci.metadata.issuer_wellknown_path': {
    pass: [issuerFetch],
    violated: [appendedIssuer, bareIssuer, slash('openid-credential-issuer')],
    notApplicable: [appendedServer, discovery, slash('oauth-authorization-server'), serverFetch, miss({})],
  },
  'vci.metadata.as_wellknown_path': {
    pass: [serverFetch],
    violated: [appendedServer, slash('oauth-authorization-server')],
    notApplicable: [appendedIssuer, discovery, slash('openid-credential-issuer'), issuerFetch, miss({})],
  },
  'vci.metadata.no_oidc_discovery': {
    pass: [serverFetch],
    violated: [discovery],
    notApplicable: [issuerFetch, appendedServer, miss({})],
  },
  'vci.metadata.method_get': {
    pass: [issuerFetch, serverFetch, answeredRequest('getCredentialKeys', 'GET')],
    violated: [wrongMethod('getIssuerMetadata', 'POST'), wrongMethod('getAuthorizationServerMetadata', 'PUT')],
    notApplicable: [tokenRequest, wrongMethod('requestToken', 'GET'), appendedIssuer],
  },
  'vci.metadata.endpoints_from_metadata': {
    pass: [tokenRequest, credentialRequest, nonceRequest],
    violated: [
      miss({}),
      miss({ path: '/issuers/eu-pid-device-bound/token/', wrongForm: 'trailing_slash' }),
      miss({ path: '/issuers/eu-pid-device-bound//token', wrongForm: 'double_slash' }),
      miss({ path: `${laboratory}/token`, namedServers }),
      miss({ path: `/.well-known/oauth-authorization-server${laboratory}`, namedServers }),
    ],
    notApplicable: [wrongMethod('requestToken', 'GET'), appendedIssuer, discovery, slash('openid-credential-issuer')],
  },
  'vci.par.method_post': {
    pass: [answeredRequest('pushAuthorizationRequest', 'POST')],
    violated: [wrongMethod('pushAuthorizationRequest', 'GET')],
    notApplicable: [tokenRequest, wrongMethod('requestToken', 'GET'), miss({})],
  },
  'vci.token.method_post': {
    pass: [tokenRequest],
    violated: [wrongMethod('requestToken', 'GET'), wrongMethod('requestToken', 'PUT')],
    notApplicable: [credentialRequest, wrongMethod('requestNonce', 'GET'), miss({})],
  },
  'vci.nonce.method_post': {
    pass: [nonceRequest],
    violated: [wrongMethod('requestNonce', 'GET')],
    notApplicable: [tokenRequest, wrongMethod('requestToken', 'GET'), miss({})],
  },
  'vci.credential.method_post': {
    pass: [credentialRequest],
    violated: [wrongMethod('requestCredential', 'GET'), wrongMethod('requestCredential', 'PATCH')],
    notApplicable: [tokenRequest, wrongMethod('requestToken', 'GET'), miss({})],
  },
  'vci.offer.method_get': {
    pass: [offerFetch],
    violated: [wrongMethod('getCredentialOffer', 'POST')],
    notApplicable: [tokenRequest, wrongMethod('requestToken', 'GET'), miss({})],
  },
}
