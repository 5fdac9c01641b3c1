import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

const bytesMax = 1024 * 1024

export const responseSize = defineCheck<ResponseReading>('vp.response.size', {
  title: 'Response is at most 1 MiB',
  problem: 'The response is larger than 1 MiB',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'info',
  why: 'Many verifiers refuse large bodies. Portraits take up most of a response.',
  hint: 'Present fewer credentials, or smaller images.',
  run: ({ transport: { bytes } }) =>
    bytes <= bytesMax
      ? pass(say`${bytes} bytes`)
      : violated({ expected: say`at most ${bytesMax} bytes`, actual: bytes }),
})
