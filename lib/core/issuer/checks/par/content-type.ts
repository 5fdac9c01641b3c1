import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parContentType = defineCheck<PushedRequestReading>('vci.par.content_type', {
  title: 'Pushed request is form-encoded',
  problem: 'The pushed request is not form-encoded',
  clauses: ['RFC9126-2.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send the pushed request as application/x-www-form-urlencoded in UTF-8.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The parameters of an authorization request are sent as a form; in any other format they are not read.',
  hint: 'Set Content-Type to application/x-www-form-urlencoded and encode the parameters as a form.',
  run: ({ form }) =>
    form.urlencoded && form.utf8
      ? pass(quote(form.mediaType))
      : violated({
          expected: say`application/x-www-form-urlencoded`,
          actual: quoteStart(form.mediaType, 100) ?? say`no Content-Type`,
        }),
})
