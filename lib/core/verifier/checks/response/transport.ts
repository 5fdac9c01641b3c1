import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { formBodyReasons, judgeFormBody } from '../../../engine/judgements/form-body'
import { shown, shownName } from '../../../engine/judgements/shown'
import { whatForm } from '../../../shared/recognise/what-form'
import { bare, quote, quoteStart, say, word } from '../../../shared/values/wording'
import { lacksKey } from '../../deviations/deviation-facts'
import { unencryptableOnPurpose } from '../../judgements/removed-on-purpose'
import { onAnswer } from '../../judgements/subjects'
import type { ResponseReading } from '../../read/response/response-reading'

/** Parameters of responses and errors; some have their own checks for misplacement. */
const known = [
  'vp_token',
  'id_token',
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'expires_in',
  'presentation_submission',
  'access_token',
  'token_type',
  'exp',
  'aud',
  'response',
]

const artifacts = ['code', 'access_token', 'token_type']

const bytesMax = 1024 * 1024

export const responseTransport = area(
  'vp.response',
  { subject: of<ResponseReading>() },
  {
    content_type: {
      title: 'Response is form-encoded',
      reasons: {
        broken: {
          says: 'The response is not form-encoded',
          fix: 'Send the parameters as a form, with Content-Type: application/x-www-form-urlencoded.',
        },
        ...formBodyReasons('response'),
        jwe_alone: {
          says: 'The body of the response is a JWE by itself, without the name of its parameter',
          fix: 'Send the JWE as the value of the parameter response: response=<JWE>.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.2', 'OID4VP-1FINAL-8.3.1'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Send the response as a form, with Content-Type: application/x-www-form-urlencoded.',
      counterpart: 'EnsureIncomingRequestContentTypeIsFormUrlEncoded',
      why: 'Verifiers read the response as a form.',
      run: ({ transport: { urlencoded, mediaType, members } }) => {
        const [first] = members
        if (members.length === 1 && first?.includes('.') && whatForm(first, ['encrypted_not_signed']) !== null)
          return violated('jwe_alone', { expected: say`response=<JWE>`, actual: say`a JWE by itself` })
        return urlencoded
          ? (judgeFormBody({ pairs: members.map((name) => [name, '']) }) ?? pass(quote(mediaType)))
          : violated({
              expected: say`application/x-www-form-urlencoded`,
              actual: quoteStart(mediaType, 200) ?? say`no Content-Type`,
            })
      },
    },
    utf8: {
      title: 'Response is encoded as UTF-8',
      problem: 'The response is not encoded as UTF-8',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'Encode the parameters of the response as UTF-8.',
      why: 'Text in another encoding arrives garbled.',
      hint: 'Encode the parameters as UTF-8 first, and percent-encode the bytes.',
      run: ({ transport: { utf8, bytes } }) => {
        if (bytes === 0) return notApplicable(say`The response has no body.`)
        return utf8 ? pass() : violated({ expected: say`UTF-8`, actual: say`bytes that are not UTF-8` })
      },
    },
    query_empty: {
      title: 'Response leaves the address unchanged',
      problem: 'The response adds a query to the address',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'should',
      counterpart: 'EnsureIncomingUrlQueryIsEmpty',
      why: 'Parameters in an address end up in logs. They belong in the body.',
      hint: 'Post to the response_uri exactly as given, with all parameters in the body.',
      explains: ['vp.response.matches_type#nothing'],
      run: ({ transport: { query } }) =>
        query === null
          ? pass()
          : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` }),
    },
    params_unique: {
      title: 'Response names each parameter once',
      problem: 'A parameter of the response was sent more than once',
      clauses: ['RFC6749-3.1'],
      level: 'must',
      rejects: 'invalid_request',
      why: 'Verifiers disagree on which of two values counts.',
      hint: 'Send each parameter once.',
      run: ({ transport: { members, duplicates } }) => {
        if (members.length === 0) return notApplicable(say`The response has no parameters.`)
        return duplicates.length === 0
          ? pass()
          : violated({ expected: say`each name once`, actual: duplicates.slice(0, 20).map(shownName) })
      },
    },
    params_known: {
      title: 'Response has only the parameters that OpenID4VP defines',
      problem: 'The response has parameters that OpenID4VP does not define',
      clauses: ['OID4VP-1FINAL-8.1'],
      level: 'info',
      counterpart: 'CheckForUnexpectedParametersInVpAuthorizationResponse',
      why: 'Verifiers ignore other parameters, and each may reveal something about the wallet.',
      hint: 'Send what the response type asks for and nothing else.',
      run: ({ parameters, transport }) => {
        const names = parameters.names.length === 0 ? transport.members : parameters.names
        if (names.length === 0) return notApplicable(say`The response has no parameters.`)
        const others = names.filter((name) => !known.includes(name))
        return others.length === 0
          ? pass(names.map(quote))
          : tolerated({ expected: known.map(quote), actual: others.slice(0, 20).map(shownName) })
      },
    },
    no_presentation_submission: {
      title: 'Response has no presentation_submission',
      reasons: {
        presentation_submission: {
          says: 'The response has a presentation_submission',
          fix: 'Leave presentation_submission out, and name in vp_token the query id that each presentation answers.',
          draft: 'OpenID4VP with Presentation Exchange, before 1.0',
        },
      },
      clauses: ['OID4VP-1FINAL-8.1', 'HAIP-5'],
      level: 'must',
      counterpart: 'CheckNoPresentationSubmissionParameter',
      why: 'OpenID4VP 1.0 has no Presentation Exchange: the ids of the DCQL query say what each presentation answers.',
      run: onAnswer(({ presentationSubmission }) =>
        presentationSubmission === undefined
          ? pass()
          : violated('presentation_submission', { expected: bare.absent, actual: bare.present }),
      ),
    },
    encrypted: {
      title: 'Response is encrypted, as the request demands',
      reasons: {
        in_the_clear: {
          says: 'The response is in the clear, although the request asks for direct_post.jwt',
          fix: 'Encrypt the parameters to a key in client_metadata.jwks and send the JWE as response.',
        },
        other_parameter: {
          says: 'The JWE stands in the parameter {seen}, and there is no parameter response',
          fix: 'Send the JWE as the one parameter response.',
        },
        in_the_clear_in_browser: {
          says: 'The response is in the clear, although the request asks for dc_api.jwt',
          fix: 'Encrypt the parameters to a key in client_metadata.jwks and return the JWE as data.response.',
          clause: 'OID4VP-1FINALA-A.2',
          refusal:
            'The request asks for dc_api.jwt: encrypt the response and return it as the member response of data.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.3.1', 'HAIP-5.1'],
      level: 'must',
      rejects: 'invalid_response_mode',
      refusal: 'The request asks for direct_post.jwt: encrypt the response and send it in the parameter response.',
      why: 'Encryption hides the response from everyone between wallet and verifier.',
      run: ({ request, jwe, kind, session, transport }) => {
        const inBrowser = request.binding !== undefined
        if (request.responseMode !== 'direct_post.jwt')
          return notApplicable(inBrowser ? say`The request asks for dc_api.` : say`The request asks for direct_post.`)
        if (jwe !== null) return pass()
        if (kind === 'error') return notApplicable(say`The response is an error, which may be sent in the clear.`)
        if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
        if (transport.jweUnder !== undefined)
          return violated('other_parameter', { expected: say`response`, actual: shownName(transport.jweUnder) })
        if (lacksKey(session)) return notApplicable(say`The request has no key to encrypt a response to.`)
        const because = unencryptableOnPurpose(request)
        if (because !== null) return notApplicable(because)
        return violated(inBrowser ? 'in_the_clear_in_browser' : 'in_the_clear', {
          expected: say`response`,
          actual: say`parameters in the clear`,
        })
      },
    },
    plain: {
      title: 'Response is sent in the clear, as the request asks',
      reasons: {
        encrypted: {
          says: 'The form has the parameter response with a JWE, although the request asks for direct_post',
          fix: 'Send vp_token and state as parameters of the form.',
        },
        not_encrypted: {
          says: 'The form has the parameter response, and no JWE in it, although the request asks for direct_post',
          fix: 'Send vp_token and state as parameters of the form.',
        },
        encrypted_in_browser: {
          says: 'The data of the answer has the member response, although the request asks for dc_api',
          fix: 'Return vp_token as a member of data.',
          clause: 'OID4VP-1FINALA-A.2',
          refusal: 'The request asks for dc_api: return the parameters as members of data, not in response.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'must',
      rejects: 'invalid_response_mode',
      refusal: 'The request asks for direct_post: send vp_token and state as parameters of the form, not in response.',
      why: 'A verifier that asks for direct_post has no key to decrypt with.',
      run: ({ request, transport, jwe }) => {
        const inBrowser = request.binding !== undefined
        if (request.responseMode !== 'direct_post')
          return notApplicable(
            inBrowser ? say`The request asks for dc_api.jwt.` : say`The request asks for direct_post.jwt.`,
          )
        if (!transport.members.includes('response')) return pass()
        const inForm = jwe?.compactError === null ? 'encrypted' : 'not_encrypted'
        return violated(inBrowser ? 'encrypted_in_browser' : inForm, {
          expected: say`no response parameter`,
          actual: say`response`,
        })
      },
    },
    only_response_param: {
      title: 'Encrypted response has no parameter beside response',
      problem: 'The encrypted response has parameters beside response',
      clauses: ['OID4VP-1FINAL-8.3.1', 'OID4VP-1FINAL-8.3'],
      level: 'must',
      counterpart: 'ValidateAuthResponseContainsOnlyResponse',
      why: 'Parameters beside the JWE are neither encrypted nor bound to it.',
      hint: 'Put state and all other parameters into the encrypted payload and send response alone.',
      run: ({ request, jwe, transport }) => {
        if (request.responseMode !== 'direct_post.jwt' || jwe === null)
          return notApplicable(say`The response is not encrypted.`)
        if (transport.door === 'generic')
          return notApplicable(say`The address that all sessions share needs state beside the response.`)
        const others = transport.members.filter((name) => name !== 'response')
        return others.length === 0
          ? pass()
          : violated({ expected: [say`response`], actual: others.slice(0, 20).map(shownName) })
      },
    },
    no_extra_artifacts: {
      title: 'Response holds no code or token that the response type leaves out',
      problem: 'The response holds a code or token that the response type leaves out',
      clauses: ['OID4VP-1FINAL-5.6'],
      level: 'should',
      why: 'An unsolicited code or token gives away a secret for nothing.',
      hint: 'Send code, access_token and token_type only if the response type asks for them.',
      run: onAnswer((_parameters, { parameters: { names }, request }) => {
        const extra = names.filter(
          (name) => artifacts.includes(name) && !request.responseType.split(' ').includes(name),
        )
        return extra.length === 0
          ? pass()
          : violated({ expected: word(request.responseType), actual: extra.map(quote) })
      }),
    },
    latency: {
      title: 'Time between fetch and response was measured',
      problem: 'The time between fetch and response could not be measured',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'info',
      why: 'It shows how long the user and the wallet took.',
      hint: 'Nothing to do: this is for information.',
      run: ({ history, now }) =>
        history.lastFetchedAt === null
          ? notApplicable(say`The request was not fetched.`)
          : pass(say`${now - history.lastFetchedAt} ms`),
    },
    size: {
      title: 'Response is at most 1 MiB',
      problem: 'The response is larger than 1 MiB',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'info',
      why: 'Many verifiers refuse large bodies. Portraits take up most of a response.',
      hint: 'Present fewer credentials, or smaller images.',
      run: ({ transport: { bytes } }) =>
        bytes <= bytesMax
          ? pass(say`${bytes} bytes`)
          : violated({ expected: say`at most ${bytesMax} bytes`, actual: bytes }),
    },
    iss: {
      title: 'Response names the issuer of the wallet in iss',
      problem: 'The iss of the response does not name the issuer of the wallet',
      clauses: ['OID4VP-1FINAL-8.1', 'RFC9207-2'],
      level: 'info',
      why: 'The issuer shows the verifier which of several wallets responded.',
      hint: 'Set iss to the issuer of your metadata, or leave it out.',
      run: ({ parameters: { iss }, history: { walletIssuer } }) => {
        if (iss === undefined) return notApplicable(say`The response has no iss.`)
        if (typeof iss !== 'string' || !/^https?:\/\//.test(iss))
          return violated({ expected: say`a URL`, actual: shown(iss) })
        if (walletIssuer !== null && walletIssuer !== iss)
          return violated({ expected: quote(walletIssuer), actual: shown(iss) })
        return pass(shown(iss) ?? undefined)
      },
    },
    no_fingerprint: {
      title: 'Response does not identify the app or the device',
      problem: 'The response identifies the app or the device',
      clauses: ['OID4VP-1FINAL-15.6', 'OID4VP-1FINAL-15.8'],
      level: 'should',
      why: 'Details of the app or the device make presentations linkable.',
      hint: 'Use a generic User-Agent, or none. Send no header that names a device, a build or an installation.',
      run: ({ transport: { privacy } }) =>
        privacy.identifyingHeaders.length === 0
          ? pass()
          : tolerated({ expected: say`no identifying header`, actual: privacy.identifyingHeaders.map(quote) }),
    },
    endpoint: {
      title: 'Response is sent to the response_uri of the request',
      problem: 'The response was not sent to the response_uri of the request',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'must',
      why: 'The response_uri is signed. Any other address may belong to someone else.',
      hint: 'Post the response to the response_uri of the request object, exactly as given.',
      run: ({ transport: { door }, request: { responseUri } }) =>
        door === 'session'
          ? pass()
          : tolerated({ expected: quote(responseUri), actual: say`the address that all sessions share` }),
    },
  },
)
