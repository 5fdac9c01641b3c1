import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

export const authorizeClientIdMatches = defineCheck<AuthorizeReading>('vci.authorize.client_id_matches', {
  title: 'Browser request names the client that pushed the request',
  problem: 'The client_id is missing or is not that of the pushed request',
  clauses: ['RFC9126-2.2', 'RFC9126-4'],
  level: 'must',
  rejects: 'invalid_request_uri',
  impossibleIn: ['pre_authorized_code'],
  why: 'A request_uri is bound to its client, so that another client cannot put its own request in front of a user.',
  hint: 'Send the client_id of the pushed request.',
  run: ({ clientId, facts, requestUri }) => {
    if (clientId === null) return violated({ expected: say`client_id`, actual: null, error: 'invalid_request' })
    if (facts === null || requestUri.state === 'other_issuer')
      return notApplicable(say`The pushed request is not known.`)
    return clientId === facts.clientId ? pass() : violated({ expected: shown(facts.clientId), actual: shown(clientId) })
  },
})
