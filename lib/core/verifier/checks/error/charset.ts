import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorCharset = defineCheck<ResponseReading>('vp.error.charset', {
  title: 'Error code uses only the characters that RFC 6749 allows',
  problem: 'The error code is empty or uses characters that RFC 6749 does not allow',
  clauses: ['RFC6749-4.1.2.1'],
  level: 'must',
  why: 'Other characters break verifiers that put the code into a header or a log.',
  hint: 'Send printable ASCII without quotes and backslashes.',
  run: onError(({ code }) =>
    code !== null && /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(code)
      ? pass()
      : violated({
          expected: say`visible ASCII, not empty`,
          actual: code === null ? say`no string` : say`${code.length} characters`,
        }),
  ),
})
