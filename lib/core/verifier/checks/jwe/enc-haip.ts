import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say, word } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweEncHaip = defineCheck<ResponseReading>('vp.jwe.enc_haip', {
  title: 'JWE uses A128GCM or A256GCM',
  problem: 'The JWE uses neither A128GCM nor A256GCM',
  clauses: ['HAIP-5'],
  level: 'must',
  profile: 'haip',
  judges: { token: 'jwe', member: 'header.enc' },
  why: 'HAIP allows only these two.',
  hint: 'Use A256GCM or A128GCM.',
  run: onJweHeader(({ enc }) =>
    enc === 'A128GCM' || enc === 'A256GCM'
      ? pass(word(enc))
      : violated({ expected: [say`A128GCM`, say`A256GCM`], actual: shown(enc) }),
  ),
})
