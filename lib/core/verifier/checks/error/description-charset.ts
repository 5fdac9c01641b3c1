import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorDescriptionCharset = defineCheck<ResponseReading>('vp.error.description_charset', {
  title: 'Error description uses only the characters that RFC 6749 allows',
  problem: 'The error description uses characters that RFC 6749 does not allow',
  clauses: ['RFC6749-4.1.2.1'],
  level: 'must',
  why: 'Other characters break verifiers that put the description into a header or a log.',
  hint: 'Send printable ASCII without quotes and backslashes.',
  run: onError(({ description }) => {
    if (description === null) return notApplicable(say`The error has no description.`)
    return /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(description)
      ? pass()
      : violated({
          expected: say`visible ASCII`,
          actual: say`${description.length} characters, some of them not allowed`,
        })
  }),
})
