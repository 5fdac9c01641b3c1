import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorUri = defineCheck<ResponseReading>('vp.error.uri', {
  title: 'The error_uri is a URI',
  problem: 'The error_uri is not a URI',
  clauses: ['RFC6749-4.1.2.1'],
  level: 'must',
  why: 'Developers open it to learn more about the error.',
  hint: 'Send an absolute URI without spaces and quotes, or leave out error_uri.',
  run: onError(({ uri }) => {
    if (uri === null) return notApplicable(say`The error has no error_uri.`)
    return /^[a-z][a-z0-9+.-]*:[\x21\x23-\x5b\x5d-\x7e]+$/i.test(uri)
      ? pass()
      : violated({ expected: say`a URI`, actual: shown(uri) })
  }),
})
