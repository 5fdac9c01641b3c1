import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onJweHeader } from '../../judgements/presentation/on-jwe-header'
import { shown } from '../../judgements/shown'

export const vpJweCrit = defineCheck<ResponseReading>('vp.jwe.crit', {
  title: 'JWE uses no critical extension',
  clauses: ['RFC7516-4.1.13'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: 'The crit header of the JWE names an extension that is not supported.',
  why: 'A verifier must refuse critical extensions that it does not understand.',
  hint: 'Leave crit out.',
  run: onJweHeader((header) =>
    Object.hasOwn(header, 'crit') ? violated({ expected: 'no crit', actual: shown(header.crit) }) : pass(),
  ),
})
