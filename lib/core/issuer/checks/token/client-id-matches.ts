import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAuthorization } from '../../judgements/on-authorization'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenClientIdMatches = defineCheck<TokenReading>('vci.token.client_id_matches', {
  title: 'Token request names the client of the pushed request',
  problem: 'The code was issued to another client',
  clauses: ['RFC6749-3.2.1', 'RFC6749-4.1.3'],
  level: 'must',
  rejects: 'invalid_grant',
  concerns: ['code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'A code may only be redeemed by the client that asked for it.',
  hint: 'Send the client_id of the pushed request, or leave it out.',
  run: onAuthorization(({ facts }, { clientId, client }) => {
    if (clientId === null) return notApplicable(say`No client_id was sent.`)
    if (clientId === facts.clientId) return pass()
    return violated({
      expected: shown(facts.clientId),
      actual: shown(clientId),
      error: client.methods.length > 0 ? 'invalid_client' : 'invalid_grant',
    })
  }),
})
