import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'
import { shown } from '../../judgements/shown'

export const vpJweCty = defineCheck<ResponseReading>('vp.jwe.cty', {
  title: 'cty of the JWE does not promise anything but JSON',
  clauses: ['RFC7516-4.1.12', 'OID4VP-1FINAL-8.3'],
  level: 'should',
  why: 'The content is the JSON object of the parameters, and no other token.',
  hint: 'Leave cty out, or set it to json.',
  run: onJweHeader(({ cty }) => {
    if (cty === undefined) return notApplicable('The header has no cty.')
    return cty === 'json' || cty === 'application/json'
      ? pass('json')
      : violated({ expected: 'json', actual: shown(cty) })
  }),
})
