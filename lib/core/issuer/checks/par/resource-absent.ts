import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parResourceAbsent = defineCheck<PushedRequestReading>('vci.par.resource_absent', {
  title: 'Pushed request names no resource but an issuer whose metadata list authorization servers',
  problem: 'The pushed request names a resource that says nothing here',
  clauses: ['OID4VCI-1FINAL-5.1.2'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'It only helps if several issuers may share an authorization server, and then it is the issuer.',
  hint: 'Send resource only where the issuer metadata lists authorization_servers, with the Credential Issuer Identifier as value.',
  run: ({ form, resource }) => {
    if (!form.body.sent('resource')) return pass()
    if (resource === null) return violated({ expected: say`no resource`, actual: bare.sent })
    const other = form.body.pairs.find(([name, value]) => name === 'resource' && value !== resource)
    return other === undefined
      ? pass(quote(resource))
      : violated({ expected: quote(resource), actual: shown(other[1]) })
  },
})
