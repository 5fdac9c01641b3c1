import { defineCheck } from '../../../engine/checks/check'
import type { Json } from '../../../ground/values/json'
import { say } from '../../../ground/values/wording'
import { judgeEach } from '../../judgements/judge-pid'
import { onPid } from '../../judgements/on-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

export const pidSdPicture = defineCheck<PresentedSubject>('vp.pid.sd_picture', {
  title: 'Portrait in the PID is a data URL with a JPEG',
  problem: 'The portrait in the PID is not a data URL with a JPEG',
  clauses: ['PIDRB-4', 'RFC2397-2'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not show pictures in other forms, nor fetch them from elsewhere.',
  hint: 'The issuer writes data:image/jpeg;base64, and the bytes of the JPEG in base64.',
  run: onPid(({ claims }) => judgeEach(claims, ['picture'], say`a data URL with a JPEG`, isPicture)),
})

/** Every JPEG begins with the same three bytes, which these four characters stand for. */
const isPicture = (value: Json): boolean =>
  typeof value === 'string' && /^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+={0,2}$/.test(value)
