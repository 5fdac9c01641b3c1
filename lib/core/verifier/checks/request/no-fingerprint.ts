import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestNoFingerprint = defineCheck<RequestFetchReading>('vp.request.no_fingerprint', {
  title: 'Request fetch does not identify the app or the device',
  problem: 'The request fetch identifies the app or the device',
  clauses: ['OID4VP-1FINAL-15.6', 'OID4VP-1FINAL-15.8'],
  level: 'should',
  why: 'Details of the app or the device tell users apart before they have presented anything.',
  hint: 'Use a generic User-Agent, or none. Send no header that names a device, a build or an installation.',
  run: ({ privacy }) =>
    privacy.identifyingHeaders.length === 0
      ? pass()
      : tolerated({ expected: say`no identifying header`, actual: privacy.identifyingHeaders.map(quote) }),
})
