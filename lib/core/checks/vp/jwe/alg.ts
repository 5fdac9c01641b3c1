import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'
import { shown } from '../../judgements/shown'

export const vpJweAlg = defineCheck<ResponseReading>('vp.jwe.alg', {
  title: 'alg of the JWE is the one of the offered key',
  clauses: ['OID4VP-1FINAL-8.3', 'HAIP-5'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'The alg of the JWE is not the one of the key in client_metadata.',
  why: 'The verifier names the algorithm with its key, and expects that one.',
  hint: 'Take alg from the JWK that you encrypt to.',
  run: onJweHeader(({ alg }, { offered }) => {
    if (offered === null) return notApplicable('The request offered no key.')
    return alg === offered.alg ? pass(offered.alg) : violated({ expected: offered.alg, actual: shown(alg) })
  }),
})
