import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweCrit = defineCheck<ResponseReading>('vp.jwe.crit', {
  title: 'JWE uses no critical extension',
  problem: 'The crit header of the JWE names an extension that is not supported',
  clauses: ['RFC7516-4.1.13'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  judges: { token: 'jwe', member: 'header.crit' },
  why: 'A verifier must refuse critical extensions that it does not understand.',
  hint: 'Leave crit out.',
  run: onJweHeader((header) =>
    Object.hasOwn(header, 'crit') ? violated({ expected: say`no crit`, actual: shown(header.crit) }) : pass(),
  ),
})
