import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweAlg = defineCheck<ResponseReading>('vp.jwe.alg', {
  title: 'JWE uses the alg of the offered key',
  problem: 'The alg of the JWE is not the alg of the key in client_metadata',
  clauses: ['OID4VP-1FINAL-8.3', 'HAIP-5'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  counterpart: 'ValidateJWEHeaderAlgMatchesRequestedAlgorithm',
  judges: { token: 'jwe', member: 'header.alg' },
  why: 'The verifier fixes the algorithm in its key.',
  hint: 'Take alg from the JWK that you encrypt to.',
  run: onJweHeader(({ alg }, { offered }) => {
    if (offered === null) return notApplicable(say`The request offered no key.`)
    return alg === offered.alg
      ? pass(quote(offered.alg))
      : violated({ expected: quote(offered.alg), actual: shown(alg) })
  }),
})
