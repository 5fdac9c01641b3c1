import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseNoFingerprint = defineCheck<ResponseReading>('vp.response.no_fingerprint', {
  title: 'Response does not identify the app or the device',
  problem: 'The response identifies the app or the device',
  clauses: ['OID4VP-1FINAL-15.6', 'OID4VP-1FINAL-15.8'],
  level: 'should',
  why: 'Details of the app or the device make presentations linkable.',
  hint: 'Use a generic User-Agent, or none. Send no header that names a device, a build or an installation.',
  run: ({ transport: { privacy } }) =>
    privacy.identifyingHeaders.length === 0
      ? pass()
      : tolerated({ expected: say`no identifying header`, actual: privacy.identifyingHeaders.map(quote) }),
})
