import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'

export const dpopScheme = defineCheck<DpopReading>('vci.dpop.scheme', {
  title: 'The access token is sent with the DPoP scheme',
  problem: 'The access token is bound to a key, but was not sent with the DPoP scheme',
  clauses: ['RFC9449-7.1', 'RFC9449-7.2'],
  level: 'must',
  rejects: 'invalid_token',
  refusal: 'The access token is bound to a key: send it with the scheme DPoP, not with another one.',
  concerns: ['dpop_proof'],
  why: 'A server that took a bound token as Bearer would give up the protection of the binding.',
  hint: 'Use the token_type of the token response, DPoP, as the scheme of the Authorization header.',
  run: ({ role, authorizationScheme }) => {
    if (role === 'as') return notApplicable(say`A request to the authorization server carries no access token.`)
    if (authorizationScheme === null) return notObserved(say`The request has no Authorization header.`)
    if (authorizationScheme.toLowerCase() === 'dpop') return pass(quote(authorizationScheme))
    // An unknown scheme may be the token itself, sent without a scheme.
    const known = ['bearer', 'basic'].includes(authorizationScheme.toLowerCase())
    return violated({ expected: say`DPoP`, actual: known ? quote(authorizationScheme) : say`an unknown scheme` })
  },
})
