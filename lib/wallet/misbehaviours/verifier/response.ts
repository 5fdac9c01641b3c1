import { setHeader } from '../../http/wire'
import { encryptJwe } from '../../jose/jwe'
import { need } from '../../run'
import { drop, put } from '../misbehaviour'
import {
  inForm,
  inResponse,
  inSending,
  invalidRequest,
  invalidResponseMode,
  misbehaviour,
  sendInClear,
  stateMismatch,
} from './builders'
import type { PatchContext, PresentationMisbehaviour } from './misbehaviour'

const plain = { needs: { responseMode: 'direct_post' } } as const
/** A request through a browser has no state. OID4VP-1FINALA-A.2 */
const ofLink = { channel: 'url' } as const
const redirecting = { needs: { sessionOptions: { return_redirect_uri: true } } }

const responseUrl = ({ facts }: PatchContext): string => need(facts.replyTo, 'address of the verifier').responseUri

/** How the response is sent, and where the user goes afterwards (OID4VP-1FINAL-8.2, 8.3.1). */
export const responseMisbehaviours: PresentationMisbehaviour[] = [
  misbehaviour(
    'vp.response.http_method',
    'Tries to PUT the response first',
    { status: 405 },
    {
      ends: 'presented',
      alsoFails: ['vp.transport.served'],
      probe: {
        when: 'before',
        at: 'response',
        request: (context) => ({ step: 'response', method: 'PUT', url: responseUrl(context), body: '' }),
      },
    },
  ),
  inSending('vp.response.content_type', 'Sends the response in JSON', invalidRequest, (request) => {
    request.body = JSON.stringify(Object.fromEntries(new URLSearchParams(request.body ?? '')))
    setHeader(request.headers, 'Content-Type', 'application/json')
  }),
  inSending(
    'vp.response.utf8',
    'Sends bytes that are not UTF-8 with the response',
    invalidRequest,
    (request) => {
      request.body += '&locale=%FF%FE'
    },
    { ...plain, alsoFails: ['vp.response.params_known'] },
  ),
  misbehaviour('vp.response.query_empty', 'Adds a query to the address of the response', 'accepted', {
    patchTarget: {
      at: 'response',
      change: (target) => {
        target.url += '?wallet=reference'
      },
    },
  }),
  inForm(
    'vp.response.params_unique',
    'Sends the state twice',
    invalidRequest,
    (form, { facts }) => {
      form.push(['state', facts.replyTo?.state ?? ''])
    },
    plain,
  ),
  inForm(
    'vp.response.params_known',
    'Sends an undefined parameter',
    'accepted',
    (form) => put(form, 'mood', 'fine'),
    plain,
  ),
  inForm(
    'vp.response.no_presentation_submission',
    'Sends a presentation_submission, as drafts had it',
    'accepted',
    (form) => put(form, 'presentation_submission', '{"id":"1","definition_id":"1","descriptor_map":[]}'),
    plain,
  ),
  misbehaviour(
    'vp.response.encrypted',
    'Sends the response in the clear although it is to be encrypted',
    invalidResponseMode,
    {
      patchFacts: { at: 'response', change: sendInClear },
    },
  ),
  inForm(
    'vp.response.plain',
    'Encrypts a response that should be plain, to a random key',
    invalidResponseMode,
    (form, { newKey, random }) => {
      const draft = {
        header: { alg: 'ECDH-ES', enc: 'A256GCM' },
        plaintext: JSON.stringify(Object.fromEntries(form)),
        recipient: { ...newKey().publicJwk },
        ephemeral: newKey(),
      }
      form.splice(0, form.length, ['response', encryptJwe(draft, random)])
    },
    plain,
  ),
  inForm(
    'vp.response.only_response_param',
    'Sends the state beside the encrypted response',
    'accepted',
    (form, { facts }) => put(form, 'state', facts.replyTo?.state ?? ''),
  ),
  inResponse(
    'vp.response.state_present',
    'Leaves the state out',
    stateMismatch,
    (response) => {
      delete response.state
    },
    { needs: ofLink },
  ),
  inResponse(
    'vp.response.state_matches',
    'Sends another state',
    stateMismatch,
    (response) => {
      response.state = `${response.state}-of-another-request`
    },
    { needs: ofLink },
  ),
  inResponse(
    'vp.response.state_absent',
    'Invents a state where the request has none',
    'accepted',
    (response) => {
      response.state = 'an-invented-state'
    },
    { needs: { sessionOptions: { negative_test: 'no_state' } } },
  ),
  inResponse(
    'vp.response.matches_type',
    'Sends an id_token instead of a vp_token',
    invalidRequest,
    (response) => {
      delete response.vp_token
      response.id_token = 'eyJhbGciOiJub25lIn0.e30.'
    },
    { alsoFails: ['vp.token.present', 'vp.idt.unsolicited'] },
  ),
  inResponse('vp.response.no_extra_artifacts', 'Sends an access token beside the vp_token', 'accepted', (response) =>
    Object.assign(response, { access_token: 'a-token-for-nothing', token_type: 'Bearer' }),
  ),
  misbehaviour(
    'vp.response.single_use',
    'Responds to the same request twice',
    { status: 400, error: 'response_already_received' },
    { ends: 'presented', repeat: { step: 'response', after: 'accepted' } },
  ),
  inForm(
    'vp.response.size',
    'Sends more than a megabyte',
    'accepted',
    (form) => put(form, 'padding', 'x'.repeat(1_100_000)),
    {
      ...plain,
      alsoFails: ['vp.response.params_known'],
    },
  ),
  inResponse(
    'vp.response.iss',
    'Names itself by a value that is not a URL',
    'accepted',
    (response) => {
      response.iss = 'the reference wallet'
    },
    plain,
  ),
  inSending(
    'vp.response.no_fingerprint',
    'Names its device and its build with the response',
    'accepted',
    ({ headers }) => {
      setHeader(headers, 'User-Agent', 'ReferenceWallet/4.2.1 (build 9913; Pixel 8 Pro; Android 16)')
      setHeader(headers, 'X-Device-Model', 'Pixel 8 Pro')
    },
  ),
  misbehaviour('vp.response.endpoint', 'Sends the response to the door for all sessions', 'accepted', {
    ...plain,
    patchTarget: {
      at: 'response',
      change: (target) => {
        target.url = new URL('/openid4vp/response', target.url).href
      },
    },
  }),
  misbehaviour('vp.redirect.followed', 'Does not send the user on', 'accepted', {
    ...redirecting,
    skip: 'redirect',
    staysUnseen: true,
  }),
  misbehaviour(
    'vp.redirect.followed_after_error',
    'Leaves the user where they are after an error response with a redirect_uri',
    invalidRequest,
    {
      needs: { sessionOptions: { negative_test: 'error_answer_with_redirect' } },
      skip: 'redirect',
      staysUnseen: true,
    },
  ),
  misbehaviour(
    'vp.redirect.exact',
    'Sends the user on with another response_code',
    { status: 400 },
    {
      ...redirecting,
      ends: 'presented',
      patchTarget: {
        at: 'redirect',
        change: (target) => {
          const url = new URL(target.url)
          const query: [string, string][] = [...url.searchParams]
          drop(query, 'response_code')
          url.search = new URLSearchParams([...query, ['response_code', 'an-invented-code']]).toString()
          target.url = url.href
        },
      },
    },
  ),
  misbehaviour(
    'vp.redirect.same_session',
    'Sends the user on in a browser that was at another session',
    // A browser gets a page, which names no error code.
    { status: 400 },
    {
      needs: { sessionOptions: { profile: 'haip', return_redirect_uri: true } },
      ends: 'presented',
      patchRequest: {
        at: 'redirect',
        change: (request) => {
          request.headers.push(['Cookie', 'presentation_browser=of-another-session'])
        },
      },
    },
  ),
  misbehaviour('vp.redirect.browser', 'Opens the address itself instead of in the browser', 'accepted', {
    ...redirecting,
    patchRequest: {
      at: 'redirect',
      change: (request) => {
        request.headers = [
          ['Accept', '*/*'],
          ['User-Agent', 'okhttp/4.12.0'],
        ]
      },
    },
  }),
]
