import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweTyp = defineCheck<ResponseReading>('vp.jwe.typ', {
  title: 'The typ of the JWE is JWT',
  problem: 'The typ of the JWE is not JWT',
  clauses: ['RFC7519-5.1'],
  level: 'info',
  judges: { token: 'jwe', member: 'header.typ' },
  why: 'A different typ announces a different kind of token.',
  hint: 'Leave out typ, or set it to JWT.',
  run: onJweHeader(({ typ }) => {
    if (typ === undefined) return notApplicable(say`The header has no typ.`)
    return typeof typ === 'string' && typ.toUpperCase() === 'JWT'
      ? pass(say`JWT`)
      : violated({ expected: say`JWT`, actual: shown(typ) })
  }),
})
