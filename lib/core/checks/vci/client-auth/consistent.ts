import type { ClientAuthenticationReading } from '../../../oauth/client-authentication/client-authentication-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { shown } from '../../judgements/shown'

export const clientAuthConsistent = defineCheck<ClientAuthenticationReading>('vci.client_auth.consistent', {
  title: 'Wallet is the same client at PAR and at the token endpoint',
  clauses: ['RFC6749-4.1.3', 'HAIP-4.3'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'The code belongs to a client that authenticated in another way or has another name.',
  concerns: ['client', 'code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'The code belongs to the client that asked for it.',
  hint: 'Authenticate in the same way, and as the same client, from the pushed request to the token request.',
  run: ({ endpoint, pushed, methods, claimedClientId }) => {
    if (endpoint !== 'token' || pushed === null) return notApplicable('There is no pushed request to compare with.')
    const method = methods.length > 1 ? 'multiple' : (methods[0] ?? 'none')
    if (method !== pushed.method) return violated({ expected: pushed.method, actual: method, error: 'invalid_client' })
    return claimedClientId === null || claimedClientId === pushed.clientId
      ? pass(method)
      : violated({ expected: shown(pushed.clientId), actual: shown(claimedClientId) })
  },
})
