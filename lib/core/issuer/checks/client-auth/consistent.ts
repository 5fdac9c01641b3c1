import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say, word } from '../../../ground/values/wording'
import {
  type ClientAuthenticationReading,
  isAttested,
} from '../../read/oauth/client-authentication/client-authentication-reading'

export const clientAuthConsistent = defineCheck<ClientAuthenticationReading>('vci.client_auth.consistent', {
  title: 'Wallet is the same client at PAR and at the token endpoint',
  problem: 'The code was issued to another client, or to one that authenticated differently',
  clauses: ['RFC6749-4.1.3', 'HAIP-4.3'],
  level: 'must',
  rejects: 'invalid_grant',
  concerns: ['client', 'code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'A code may only be redeemed by the client that asked for it.',
  hint: 'Authenticate as the same client, with the same method, in the pushed request and in the token request.',
  run: ({ endpoint, pushed, methods, claimedClientId }) => {
    if (endpoint !== 'token' || pushed === null) return notApplicable(say`There is no pushed request to compare with.`)
    const method = methods.length > 1 ? 'multiple' : (methods[0] ?? 'none')
    // The proof of possession of an attestation may differ from request to request.
    if (method !== pushed.method && !(isAttested(method) && isAttested(pushed.method)))
      return violated({ expected: quote(pushed.method), actual: word(method), error: 'invalid_client' })
    return claimedClientId === null || claimedClientId === pushed.clientId
      ? pass(word(method))
      : violated({ expected: shown(pushed.clientId), actual: shown(claimedClientId) })
  },
})
