import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import { otherKeyWords } from '../../judgements/other-key-words'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweKeyOfRequest = defineCheck<ResponseReading>('vp.jwe.key_of_request', {
  title: 'Response is encrypted to the key of this request',
  problem: 'The response is encrypted to the key of another request',
  clauses: ['HAIP-5', 'OID4VP-1FINAL-5.1'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_encrypted_response',
  judges: { token: 'jwe', member: 'decrypted' },
  why: 'A key per request protects old responses, and shows that the wallet read this request.',
  hint: 'Encrypt to the key in the request that you respond to, not to a key fetched earlier.',
  run: onJwe((jwe) => {
    const { openedWith } = jwe
    if (openedWith === null) return notApplicable(say`The response could not be decrypted; see vp.jwe.decrypts.`)
    return openedWith === 'session'
      ? pass()
      : violated({ expected: say`the key of this request`, actual: otherKeyWords(jwe) })
  }),
})
