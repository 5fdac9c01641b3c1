import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

/** Parameters that any specification of this flow defines; other checks judge whether they belong here. */
const known = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'issuer_state',
  'code_challenge',
  'code_challenge_method',
  'authorization_details',
  'resource',
  'dpop_jkt',
  'request',
  'request_uri',
  'client_assertion',
  'client_assertion_type',
  'client_secret',
  'code_verifier',
  'access_token',
  'refresh_token',
  'id_token',
  'pre-authorized_code',
  'response_mode',
  'nonce',
  'prompt',
  'login_hint',
  'ui_locales',
  'wallet_issuer',
  'user_hint',
])

export const parUnknownParams = defineCheck<PushedRequestReading>('vci.par.unknown_params', {
  title: 'Pushed request has no parameters of unknown meaning',
  problem: 'The pushed request has parameters of unknown meaning',
  clauses: ['OID4VCI-1FINAL-5.1.3'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'They are ignored; often they are misspelled or meant for another server.',
  hint: 'Compare the names with the specification and remove unknown parameters.',
  run: ({ form }) => {
    const unknown = form.body.pairs.map(([name]) => name).filter((name) => !known.has(name))
    return unknown.length === 0 ? pass() : violated({ expected: say`known parameters`, actual: shownNames(unknown) })
  },
})
