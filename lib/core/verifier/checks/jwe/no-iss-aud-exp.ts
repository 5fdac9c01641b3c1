import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onJwePayload } from '../../judgements/on-jwe-payload'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweNoIssAudExp = defineCheck<ResponseReading>('vp.jwe.no_iss_aud_exp', {
  title: 'Payload of the JWE has no iss, aud or exp',
  problem: 'The payload of the JWE has an iss, aud or exp',
  clauses: ['OID4VP-1FINAL-8.3'],
  level: 'should',
  counterpart: 'ValidateJWEBodyDoesNotIncludeIssExpAud',
  why: 'These claims belong to JARM, which OpenID4VP 1.0 does not use.',
  hint: 'Leave out iss, aud and exp.',
  run: onJwePayload(({ parameters }) => {
    if (parameters === null) return notApplicable(say`The payload is not a JSON object.`)
    const found = ['iss', 'aud', 'exp'].filter((name) => Object.hasOwn(parameters, name))
    if (found.length === 0) return pass()
    // RFC 9207 gives `iss` a meaning of its own.
    return found.length === 1 && found[0] === 'iss'
      ? tolerated({ expected: bare.absent, actual: found.map(quote) })
      : violated({ expected: bare.absent, actual: found.map(quote) })
  }),
})
