import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { say } from '../../../ground/values/wording'

export const metadataNoOidcDiscovery = defineCheck<MisdirectedReading>('vci.metadata.no_oidc_discovery', {
  title: 'Wallet does not look for an OpenID Provider configuration',
  problem: 'The wallet looked for an OpenID Provider configuration',
  clauses: ['RFC8414-3', 'OID4VCI-1FINAL-12.2.4'],
  level: 'must',
  why: 'The authorization server of an issuer is described by OAuth metadata, not by OpenID discovery.',
  hint: 'Fetch oauth-authorization-server metadata and drop the request for openid-configuration.',
  run: ({ wrongForm, operation, answered }) => {
    if (wrongForm === 'oidc_discovery') {
      return violated({ expected: say`oauth-authorization-server`, actual: say`openid-configuration` })
    }
    if (answered && operation === 'getAuthorizationServerMetadata') return pass(say`oauth-authorization-server`)
    return notApplicable(say`The request does not look for an authorization server.`)
  },
})
