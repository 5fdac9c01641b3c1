import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenClientIdSentPublic = defineCheck<TokenReading>('vci.token.client_id_sent_public', {
  title: 'Client that does not authenticate names itself',
  problem: 'The wallet neither authenticates as a client nor names itself',
  clauses: ['RFC6749-3.2.1', 'RFC6749-4.1.3'],
  level: 'should',
  impossibleIn: ['pre_authorized_code'],
  why: 'It is the only thing that distinguishes one public client from another.',
  hint: 'Send client_id in the token request of the authorization code grant.',
  run: ({ grant, client, clientId }) => {
    if (grant !== 'authorization_code' || client.methods.length > 0)
      return notApplicable(say`Different grant, or the client authenticates.`)
    return clientId === null ? violated({ expected: say`client_id`, actual: null }) : pass()
  },
})
