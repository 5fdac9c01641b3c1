import { setHeader } from '../../http/wire'
import { stringMember } from '../../json'
import { need, randomText } from '../../run'
import { drop, type Form, put, putDetails } from '../form'
import type { Misbehaviour, PatchContext } from './misbehaviour'

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchForm'>>

const inForm = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (form: Form, context: PatchContext) => void,
  extra: Extra = {},
): Misbehaviour => ({ id, title, expect, ...extra, patchForm: { at: 'token', change } })

const invalidRequest = { status: 400, error: 'invalid_request' }
const invalidGrant = { status: 400, error: 'invalid_grant' }
const unsupportedGrant = { status: 400, error: 'unsupported_grant_type' }
const withTxCode = { sessionOptions: { tx_code: true } }

/** Rules for the token request of the pre-authorized code flow. OID4VCI-1FINAL-6.1 */
export const tokenMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.token.method_post',
    title: 'Sends the token request as PUT',
    expect: { status: 405 },
    patchTarget: {
      at: 'token',
      change: (target) => {
        target.method = 'PUT'
      },
    },
  },
  {
    id: 'vci.token.content_type',
    title: 'Sends the token request as JSON',
    expect: invalidRequest,
    patchRequest: {
      at: 'token',
      change: (request) => {
        request.body = JSON.stringify(Object.fromEntries(new URLSearchParams(request.body ?? '')))
        setHeader(request.headers, 'Content-Type', 'application/json')
      },
    },
  },
  inForm('vci.token.no_duplicate_params', 'Sends a parameter of the token request twice', invalidRequest, (form) => {
    form.push(...form.filter(([name]) => name === 'pre-authorized_code'))
  }),
  inForm(
    'vci.token.authorization_details_not_used',
    'Sends authorization_details in the token request that the metadata does not announce',
    'accepted',
    (form, { facts }) => putDetails(form, facts.configurationId),
  ),
  {
    id: 'vci.token.params_in_body',
    title: 'Sends a parameter of the token request in the query',
    expect: 'accepted',
    patchRequest: {
      at: 'token',
      change: (request) => {
        request.url += '?scope=anything'
      },
    },
  },
  inForm('vci.token.grant_type', 'Uses a grant type that the issuer does not have', unsupportedGrant, (form) =>
    put(form, 'grant_type', 'password'),
  ),
  inForm('vci.token.grant_type~absent', 'Names no grant type', invalidRequest, (form) => drop(form, 'grant_type')),
  inForm(
    'vci.token.no_client_id_anonymous',
    'Sends an unsolicited client_id',
    'accepted',
    (form) => put(form, 'client_id', 'some-wallet'),
    { alsoFails: ['vci.client_auth.present'], needs: { profile: { clientAuthentication: 'none' } } },
  ),
  inForm(
    'vci.token.preauth_code_valid',
    'Redeems a code that the issuer never gave',
    invalidGrant,
    (form, { random }) => put(form, 'pre-authorized_code', randomText({ random }, 32)),
    { outsideSession: true },
  ),
  {
    id: 'vci.token.preauth_code_once',
    title: 'Redeems the pre-authorized code twice',
    expect: invalidGrant,
    ends: 'refused_by_issuer',
    alsoFails: ['vci.credential.token_valid'],
    repeat: { step: 'token', after: 'accepted' },
  },
  inForm('vci.token.tx_code_sent', 'Leaves out the transaction code', invalidRequest, (form) => drop(form, 'tx_code'), {
    needs: withTxCode,
  }),
  inForm(
    'vci.token.tx_code_correct',
    'Sends a wrong transaction code of the right shape',
    invalidGrant,
    (form) => {
      const right = form.find(([name]) => name === 'tx_code')?.[1] ?? ''
      put(
        form,
        'tx_code',
        right.replace(/./g, (digit) => (digit === '9' ? '0' : '9')),
      )
    },
    { needs: withTxCode },
  ),
  inForm(
    'vci.token.tx_code_shape',
    'Sends a transaction code of another shape than the offer says',
    invalidGrant,
    (form) => put(form, 'tx_code', 'not a number'),
    { needs: withTxCode, alsoFails: ['vci.token.tx_code_correct'], decidedBy: 'vci.token.tx_code_correct' },
  ),
  inForm(
    'vci.token.tx_code_not_expected',
    'Sends a transaction code that the offer does not ask for',
    invalidRequest,
    (form) => put(form, 'tx_code', '123456'),
  ),
  inForm('vci.token.no_foreign_params', 'Mixes parameters of the other grant in', 'accepted', (form) =>
    put(form, 'code', 'x'),
  ),
  inForm(
    'vci.pkce.verifier_absent_preauth',
    'Sends a code verifier although there was no challenge',
    'accepted',
    (form, { random }) => put(form, 'code_verifier', randomText({ random }, 32)),
  ),
  {
    id: 'vci.token.refresh_not_attempted',
    title: 'Tries to refresh a token although it has no refresh token',
    expect: unsupportedGrant,
    ends: 'credential_stored',
    alsoFails: ['vci.token.grant_type', 'vci.client_auth.present'],
    probe: {
      when: 'after',
      at: 'token',
      request: ({ facts }) => ({
        step: 'token',
        method: 'POST',
        url: need(stringMember(facts.asMetadata, 'token_endpoint'), 'token endpoint'),
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'grant_type=refresh_token&refresh_token=none-was-issued',
        dpop: { role: 'as' },
      }),
    },
  },
]
