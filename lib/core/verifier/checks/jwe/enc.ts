import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweEnc = defineCheck<ResponseReading>('vp.jwe.enc', {
  title: 'JWE uses an enc that the request offers',
  problem: 'The enc of the JWE is not in encrypted_response_enc_values_supported',
  clauses: ['OID4VP-1FINAL-8.3', 'OID4VP-1FINAL-5.1'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  counterpart: 'ValidateJWEHeaderEncMatchesRequestedAlgorithm',
  judges: { token: 'jwe', member: 'header.enc' },
  why: 'The verifier can only decrypt what it offers.',
  hint: 'Choose enc from encrypted_response_enc_values_supported, or use A128GCM without that list.',
  run: onJweHeader(({ enc }, { offered }) => {
    if (offered === null) return notApplicable(say`The request offered no key.`)
    return typeof enc === 'string' && offered.encValues.includes(enc)
      ? pass(quote(enc))
      : violated({ expected: offered.encValues.map(quote), actual: shown(enc) })
  }),
})
