import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parNoRequestObject = defineCheck<PushedRequestReading>('vci.par.no_request_object', {
  title: 'Pushed request uses plain parameters, as the metadata offers',
  problem: 'The pushed request carries a request object, which the metadata does not offer',
  clauses: ['RFC9126-3', 'RFC9101-5'],
  level: 'info',
  rejects: 'request_not_supported',
  refusal: 'Send plain parameters: this server does not accept request objects.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The metadata does not announce request objects, so the server cannot use one.',
  hint: 'Send the parameters themselves; use a request object only where the metadata announces it.',
  run: ({ form }) => (form.body.sent('request') ? violated({ expected: say`no request`, actual: bare.sent }) : pass()),
})
