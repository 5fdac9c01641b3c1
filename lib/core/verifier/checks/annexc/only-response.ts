import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

export const annexcOnlyResponse = defineCheck<ResponseReading>('vp.annexc.only_response', {
  title: 'Data has no member beside response',
  problem: 'The member data has members beside response',
  clauses: ['ISO18013-7-C'],
  level: 'should',
  why: 'What stands beside the encrypted response is neither encrypted nor bound to it.',
  hint: 'Send response alone.',
  run: onAnnexC(({ otherMembers }) =>
    otherMembers.length === 0
      ? pass()
      : violated({ expected: [say`response`], actual: otherMembers.slice(0, 20).map(shownName) }),
  ),
})
