import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onIdToken } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtJws = defineCheck<ResponseReading>('vp.idt.jws', {
  title: 'ID Token is a signed JWT',
  problem: 'The id_token is not a signed JWT',
  clauses: ['SIOP2-11.1', 'RFC7515-7.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'Only a signature proves that the subject made the token.',
  hint: 'Sign the ID Token with the key of its subject, using the algorithm that the request names.',
  run: onIdToken(({ isText, jws }) => {
    if (!isText) return violated({ expected: say`a compact JWT`, actual: say`no text` })
    if (jws.unreadable !== null) return violated({ expected: say`a compact JWT`, actual: jws.unreadable })
    const { value, asymmetric, allowed } = jws.alg
    if (!asymmetric) return violated({ expected: say`a digital signature`, actual: shown(value) })
    if (allowed) return pass(shown(value))
    return tolerated({ expected: say`the algorithm that the request names`, actual: shown(value) })
  }),
})
