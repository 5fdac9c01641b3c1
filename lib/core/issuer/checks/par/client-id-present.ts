import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { clientIdLengthMax } from '../../../ground/http/limits'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parClientIdPresent = defineCheck<PushedRequestReading>('vci.par.client_id_present', {
  title: 'Pushed request names its client, in at most 2048 characters',
  problem: 'The client_id is missing or too long',
  clauses: ['RFC6749-4.1.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'The client_id is missing.',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'Request and code are bound to the client, so the request must name it.',
  hint: 'Send client_id; with a wallet attestation it is the sub of the attestation.',
  run: ({ form, client }) => {
    const clientId = form.body.get('client_id')
    if (clientId !== null && clientId.length > clientIdLengthMax)
      return violated({
        expected: say`at most ${clientIdLengthMax} characters`,
        actual: say`${clientId.length} characters`,
        refusal: `The client_id must not be longer than ${clientIdLengthMax} characters.`,
        hint: say`Use a shorter client_id: it is part of the URL that the browser opens.`,
      })
    if (clientId !== null) return pass(shown(clientId))
    // The authenticated client replaces the parameter where RFC 6749 section 3.2.1 allows it to be omitted.
    return client.claimedClientId === null
      ? violated({ expected: say`client_id`, actual: null })
      : violated({ expected: say`client_id`, actual: say`only in the client authentication`, error: 'invalid_request' })
  },
})
