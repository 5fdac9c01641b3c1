import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'
import { shown } from '../../judgements/shown'

export const vpJweTyp = defineCheck<ResponseReading>('vp.jwe.typ', {
  title: 'typ of the JWE is JWT where it is there',
  clauses: ['RFC7519-5.1'],
  level: 'info',
  why: 'Another type says that this is another kind of token.',
  hint: 'Leave typ out, or set it to JWT.',
  run: onJweHeader(({ typ }) => {
    if (typ === undefined) return notApplicable('The header has no typ.')
    return typeof typ === 'string' && typ.toUpperCase() === 'JWT'
      ? pass('JWT')
      : violated({ expected: 'JWT', actual: shown(typ) })
  }),
})
