import { defineCheck } from '../../../engine/checks/check'
import { judgeIgnoredDetails } from '../../judgements/ignored-details'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenAuthorizationDetailsNotUsed = defineCheck<TokenReading>('vci.token.authorization_details_not_used', {
  title: 'Token request has no authorization_details that the issuer ignores',
  problem: 'The token request uses authorization_details, which the metadata does not announce',
  clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-6.2', 'RFC9396-10'],
  level: 'info',
  why: 'They are ignored as any unrecognised parameter is, so that the response has no authorization_details and no credential_identifiers.',
  hint: 'Leave authorization_details out where the metadata does not list authorization_details_types_supported, and name the credential by credential_configuration_id.',
  run: judgeIgnoredDetails,
})
