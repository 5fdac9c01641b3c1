import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtStatusFormat = defineCheck<PresentedSubject>('vp.sdjwt.status_format', {
  title: 'Status of the credential is well-formed',
  problem: 'The status of the credential is malformed',
  clauses: ['SDJWTVC13-3.2.2.2', 'HAIP-6.1'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'claims.status' },
  why: 'The status shows verifiers where to look up a revocation.',
  hint: 'The issuer sets status.status_list with uri and a non-negative integer idx.',
  run: onSdJwt(({ status }) => {
    if (!status.present) return notApplicable(say`The credential has no status.`)
    if (!status.isObject) return violated({ expected: say`an object`, actual: bare.somethingElse })
    const { statusList } = status
    if (statusList === null)
      return violated({ expected: say`status_list`, actual: status.mechanisms.slice(0, 20).map(shown) })
    if (!statusList.isObject) return violated({ expected: say`an object`, actual: bare.somethingElse })
    if (statusList.idx !== 'non_negative_integer')
      return violated({ expected: say`idx, an integer`, actual: word(statusList.idx) })
    return statusList.uriIsUrl
      ? pass(say`status_list`)
      : violated({ expected: say`uri, a URL`, actual: shown(statusList.uri) })
  }),
})
