import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onError } from '../../judgements/presentation/on-error'

export const vpErrorCharset = defineCheck<ResponseReading>('vp.error.charset', {
  title: 'Error code has the characters of an error code',
  clauses: ['RFC6749-4.1.2.1'],
  level: 'must',
  why: 'Other characters break readers that put the code into a header or a log.',
  hint: 'Send visible ASCII without quote and backslash.',
  run: onError(({ code }) =>
    code !== null && /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(code)
      ? pass()
      : violated({
          expected: 'visible ASCII, not empty',
          actual: code === null ? 'no string' : `${code.length} characters`,
        }),
  ),
})
