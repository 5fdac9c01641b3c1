import { defineCheck, notApplicable, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { judgeJti } from '../../judgements/judge-jti'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const privateKeyJwtJti = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.jti', {
  title: 'Client assertion has an unused id',
  problem: 'The jti of the client assertion is missing or was used before',
  clauses: ['RFC7523-3'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'An assertion that can be reused proves nothing the second time.',
  hint: 'Make a new assertion with a new random jti for every request.',
  run: onAssertion(({ claims }, { jtiHistory, client }) => {
    if (typeof claims.jti !== 'string' || claims.jti === '')
      return violated({ expected: say`jti`, actual: shown(claims.jti) })
    if (client === null) return notApplicable(say`The client is not known.`)
    return judgeJti(jtiHistory, say`The client assertion came before, with a request that was refused`)
  }),
})
