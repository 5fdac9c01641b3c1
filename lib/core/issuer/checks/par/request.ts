import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import type { UnmatchedReading } from '../../../engine/endpoints/unmatched-reading'
import { formBodyReasons, judgeFormBody } from '../../../engine/judgements/form-body'
import { shown, shownNames } from '../../../engine/judgements/shown'
import { bare, quote, quoteStart, say } from '../../../shared/values/wording'
import { inBodyReason, judgeRepeatedParameters, othersIn, repeatedParameterReasons } from '../../judgements/requests'
import type { AuthorizeReading } from '../../read/oauth/authorization'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import type { PushedRequestReading } from '../../read/oauth/pushed-request'

/** Parameters that may stand in the URL that the browser opens, if nothing was pushed. RFC6749-4.1.1 */
const authorizeParameters: ReadonlySet<string> = new Set([
  'client_id',
  'request_uri',
  'request',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'issuer_state',
  'authorization_details',
])

export const parUse = area(
  'vci.par',
  { subject: of<AuthorizeReading>() },
  {
    used: {
      title: 'Wallet pushes its request before it opens the browser',
      reasons: {
        missing: {
          says: 'The request_uri is missing',
          fix: 'Push the request to pushed_authorization_request_endpoint and open the browser with client_id and request_uri only.',
        },
        other_name: {
          says: 'The parameter {seen} stands in place of request_uri',
          fix: 'Open the browser with the request_uri of the PAR response as request_uri, in this spelling.',
        },
      },
      clauses: ['RFC9126-5', 'HAIP-4'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: (problem) =>
        `${problem}: push the request first, then open this address with client_id and request_uri.`,
      impossibleIn: ['pre_authorized_code'],
      why: 'Anyone in between can read and change parameters in the URL of the browser.',
      run: ({ requestUri, query }) => {
        if (requestUri.state !== 'absent') return pass()
        const plain = ['response_type', 'redirect_uri', 'scope', 'code_challenge'].some((name) => query.sent(name))
        const among = othersIn(query.pairs, authorizeParameters)
        return violated('missing', {
          expected: say`request_uri`,
          actual: plain ? say`plain parameters` : null,
          asks: [{ missing: 'request_uri', due: 'request_uri', among, reason: 'other_name' }],
        })
      },
    },
  },
)

export const parClient = area(
  'vci.par',
  { subject: of<ClientAuthenticationReading>() },
  {
    client_id_is_attestation_sub: {
      title: 'Client id is the subject of the wallet attestation',
      problem: { subject: 'The client_id', must: 'be the sub of the wallet attestation' },
      clauses: ['HAIP-4.4.1', 'ABCA-6.4'],
      level: 'must',
      profile: 'haip',
      rejects: 'invalid_client',
      concerns: ['client'],
      impossibleIn: ['pre_authorized_code'],
      why: 'The attestation speaks about one client, and no other may use it.',
      hint: 'Set client_id to the sub claim of the wallet attestation.',
      run: ({ endpoint, clientId, attestation }) => {
        if (endpoint !== 'par') return notApplicable(say`The request is not a pushed request.`)
        const sub = attestation?.attestation?.claims.sub
        if (clientId === null || typeof sub !== 'string') return notApplicable(say`There are no two names to compare.`)
        return clientId === sub ? pass() : violated({ expected: shown(sub), actual: shown(clientId) })
      },
    },
  },
)

export const parAddress = area(
  'vci.par',
  { subject: of<UnmatchedReading>() },
  {
    method_post: {
      title: 'Pushed request uses POST',
      problem: 'The pushed request was not sent with POST',
      clauses: ['RFC9126-2.1', 'RFC9126-2.3'],
      level: 'must',
      impossibleIn: ['pre_authorized_code'],
      why: 'Parameters in the URL of a GET request would end up in logs, which pushing them avoids.',
      hint: 'Use POST for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'pushAuthorizationRequest') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
      },
    },
  },
)

export const parForm = area(
  'vci.par',
  { subject: of<PushedRequestReading>(), impossibleIn: ['pre_authorized_code'] },
  {
    content_type: {
      title: 'Pushed request is form-encoded',
      reasons: {
        broken: {
          says: 'The pushed request is not form-encoded',
          fix: 'Set Content-Type to application/x-www-form-urlencoded and encode the parameters as a form.',
        },
        ...formBodyReasons('pushed request'),
      },
      clauses: ['RFC9126-2.1'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Send the pushed request as application/x-www-form-urlencoded in UTF-8.',
      why: 'The parameters of an authorization request are sent as a form; in any other format they are not read.',
      run: ({ form }) =>
        form.urlencoded && form.utf8
          ? (judgeFormBody(form.body) ?? pass(quote(form.mediaType)))
          : violated({
              expected: say`application/x-www-form-urlencoded`,
              actual: quoteStart(form.mediaType, 100) ?? say`no Content-Type`,
            }),
    },
    no_duplicate_params: {
      title: 'Pushed request names each parameter once',
      reasons: repeatedParameterReasons('pushed request'),
      clauses: ['RFC6749-3.1'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Send each parameter of the pushed request once.',
      why: 'Parsers disagree about which of two values counts, so one of them could slip past a check.',
      run: ({ form }) => judgeRepeatedParameters(form.body),
    },
    params_in_body: {
      title: 'Pushed request keeps its parameters out of the URL',
      reasons: {
        beside: {
          says: 'The pushed request has parameters in the URL',
          fix: 'Move every parameter from the query of the PAR endpoint URL into the form body.',
        },
        instead: {
          says: 'The parameters of the pushed request are in the URL, and the form has none of them',
          fix: 'Send response_type and all other parameters as the form body, and leave the URL without a query.',
          refusal: 'Send the parameters of the pushed request in the body as a form: they are in the URL.',
          explains: [
            'vci.par.content_type',
            'vci.par.response_type_code',
            'vci.par.client_id_present',
            'vci.par.redirect_uri_present',
            'vci.par.scope_present#missing',
            'vci.par.state_present',
            'vci.pkce.challenge_present',
            'vci.pkce.code_challenge_s256',
          ],
        },
      },
      clauses: ['RFC9126-2.1'],
      level: 'must',
      why: 'URLs end up in logs at every hop, and the purpose of pushed requests is to keep parameters out of them.',
      run: ({ form }) => {
        if (form.query.pairs.length === 0) return pass()
        const isForm = form.body.sent('response_type') || !form.query.sent('response_type')
        const actual = shownNames(form.query.pairs.map(([name]) => name))
        return violated(isForm ? 'beside' : 'instead', { expected: say`no query`, actual })
      },
    },
  },
)

export const parObject = area(
  'vci.par',
  { subject: of<PushedRequestReading>(), impossibleIn: ['pre_authorized_code'] },
  {
    no_request_uri: {
      title: 'Pushed request carries no request_uri',
      problem: 'The pushed request carries a request_uri',
      clauses: ['RFC9126-2.1'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Leave request_uri out of the pushed request.',
      why: 'The endpoint issues request_uri values; one inside the request could make the server fetch other addresses.',
      hint: 'Leave request_uri out of the pushed request and use the one in the PAR response.',
      run: ({ form }) =>
        form.body.sent('request_uri') ? violated({ expected: say`no request_uri`, actual: bare.sent }) : pass(),
    },
    no_request_object: {
      title: 'Pushed request uses plain parameters, as the metadata offers',
      problem: 'The pushed request carries a request object, which the metadata does not offer',
      clauses: ['RFC9126-3', 'RFC9101-5'],
      level: 'info',
      rejects: 'request_not_supported',
      refusal: 'Send plain parameters: this server does not accept request objects.',
      why: 'The metadata does not announce request objects, so the server cannot use one.',
      hint: 'Send the parameters themselves; use a request object only where the metadata announces it.',
      run: ({ form, requestObject }) => {
        if (requestObject.taken) return notApplicable(say`This issuer takes request objects.`)
        return form.body.sent('request') ? violated({ expected: say`no request`, actual: bare.sent }) : pass()
      },
    },
  },
)

export const parDpop = area(
  'vci.par',
  { subject: of<PushedRequestReading>(), rejects: 'invalid_dpop_proof', impossibleIn: ['pre_authorized_code'] },
  {
    dpop_present: {
      title: 'Pushed request carries a DPoP proof',
      reasons: {
        absent: {
          says: 'The pushed request has no DPoP proof, which this service asks for',
          fix: 'Send the header DPoP with a proof for the PAR endpoint, made with the key of the later token request.',
          rule: 'house',
        },
        not_asked: {
          says: 'The pushed request has no DPoP proof',
          fix: 'To bind the code to a key, send the header DPoP with a proof for the PAR endpoint, or dpop_jkt.',
          clause: 'RFC9449-10.1',
        },
        thumbprint_alone: {
          says: 'The pushed request has dpop_jkt and no DPoP proof, which this service asks for',
          fix: 'Send the header DPoP with a proof for the PAR endpoint, made with the key of dpop_jkt.',
          rule: 'house',
        },
        in_body: { ...inBodyReason, rule: 'house' },
      },
      clauses: ['HOUSE-1'],
      level: 'info',
      refusal: 'The DPoP header is missing: send a DPoP proof made for this request.',
      why: 'The code is bound to this key, so that nobody else can redeem it.',
      run: ({ dpop, form }) => {
        if (dpop.headerCount > 0) return pass()
        const expected = say`one DPoP header`
        if (dpop.demanded && dpop.inBody !== undefined)
          return violated('in_body', { expected, actual: quote(dpop.inBody) })
        const reason = form.body.get('dpop_jkt') === null ? 'absent' : 'thumbprint_alone'
        const mismatch = { expected, actual: null }
        // RFC 9449 section 10.1 makes the proof optional; only our API requires it.
        return dpop.demanded ? violated(reason, mismatch) : tolerated('not_asked', mismatch)
      },
    },
    dpop_jkt_matches: {
      title: 'Parameter dpop_jkt is the thumbprint of the proof key',
      problem: 'The dpop_jkt is not the thumbprint of the key of the DPoP proof',
      clauses: ['RFC9449-10.1'],
      level: 'must',
      why: 'Both bind the code to a key, so it must be the same key.',
      hint: 'Compute dpop_jkt from the key that signs the DPoP proof, RFC 7638 with SHA-256, or leave it out.',
      run: ({ form, dpop }) => {
        const jkt = form.body.get('dpop_jkt')
        if (jkt === null) return notApplicable(say`No dpop_jkt was sent.`)
        const thumbprint = dpop.proof?.thumbprint ?? null
        if (thumbprint === null) return notApplicable(say`There is no proof to compare with.`)
        return jkt === thumbprint
          ? pass(quote(thumbprint))
          : violated({ expected: quote(thumbprint), actual: shown(jkt) })
      },
    },
  },
)
