import { defineCheck } from '../../../engine/checks/check'
import { judgeAlg } from '../../judgements/judge-alg'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtAlg = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.alg', {
  title: 'Client assertion is signed with a published algorithm',
  problem: 'The client assertion is not signed with a published algorithm',
  clauses: ['RFC8414-2'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'Sign the client assertion with an algorithm that the metadata lists.',
  concerns: ['client'],
  why: 'The server cannot verify an algorithm that it does not announce.',
  hint: 'Sign with ES256, as token_endpoint_auth_signing_alg_values_supported says.',
  run: onAssertion(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
})
