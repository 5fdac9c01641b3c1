import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parNoRequestUri = defineCheck<PushedRequestReading>('vci.par.no_request_uri', {
  title: 'Pushed request carries no request_uri',
  problem: 'The pushed request carries a request_uri',
  clauses: ['RFC9126-2.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Leave request_uri out of the pushed request.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The endpoint issues request_uri values; one inside the request could make the server fetch other addresses.',
  hint: 'Leave request_uri out of the pushed request and use the one in the PAR response.',
  run: ({ form }) =>
    form.body.sent('request_uri') ? violated({ expected: say`no request_uri`, actual: bare.sent }) : pass(),
})
