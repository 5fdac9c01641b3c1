import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'
import { shown } from '../../judgements/shown'

export const vpJweTyp = defineCheck<ResponseReading>('vp.jwe.typ', {
  title: 'The typ of the JWE is JWT',
  clauses: ['RFC7519-5.1'],
  level: 'info',
  why: 'A different typ announces a different kind of token.',
  hint: 'Leave out typ, or set it to JWT.',
  run: onJweHeader(({ typ }) => {
    if (typ === undefined) return notApplicable('The header has no typ.')
    return typeof typ === 'string' && typ.toUpperCase() === 'JWT'
      ? pass('JWT')
      : violated({ expected: 'JWT', actual: shown(typ) })
  }),
})
