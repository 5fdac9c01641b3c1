import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parResourceAbsent = defineCheck<PushedRequestReading>('vci.par.resource_absent', {
  title: 'Pushed request names no resource',
  problem: 'The pushed request names a resource',
  clauses: ['OID4VCI-1FINAL-5.1.2'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'It only helps if several issuers share an authorization server; here each issuer has its own.',
  hint: 'Send resource only where the issuer metadata lists authorization_servers.',
  run: ({ form }) =>
    form.body.sent('resource') ? violated({ expected: say`no resource`, actual: bare.sent }) : pass(),
})
