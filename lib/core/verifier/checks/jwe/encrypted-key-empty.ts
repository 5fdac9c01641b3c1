import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweEncryptedKeyEmpty = defineCheck<ResponseReading>('vp.jwe.encrypted_key_empty', {
  title: 'JWE with ECDH-ES has no encrypted key',
  problem: 'The second part of the JWE is not empty, although its alg is ECDH-ES',
  clauses: ['RFC7516-5.2'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'With alg ECDH-ES the second part of the JWE must be empty.',
  judges: { token: 'jwe', member: 'part_lengths' },
  why: 'ECDH-ES uses the agreed key directly, so no encrypted key is sent.',
  hint: 'Leave the second part of the JWE empty for ECDH-ES.',
  run: onJweHeader(({ alg }, { partLengths }) => {
    if (alg !== 'ECDH-ES') return notApplicable(say`The alg is not ECDH-ES.`)
    const length = partLengths[1] ?? 0
    return length === 0 ? pass() : violated({ expected: say`an empty part`, actual: say`${length} characters` })
  }),
})
