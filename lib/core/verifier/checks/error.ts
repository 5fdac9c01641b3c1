import { area, of } from '../../engine/checks/area'
import { type Check, notApplicable, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import type { PresentationSession } from '../../shared/ports/store-types'
import { quote, say, word } from '../../shared/values/wording'
import { deviationOf, expectsRefusal, isDerivedRefusal } from '../deviations'
import { lacksKey, testsTrust } from '../deviations/deviation-facts'
import { isUnnamed } from '../deviations/mutated'
import { insteadOfState } from '../judgements/instead-of-state'
import { unencryptableOnPurpose } from '../judgements/removed-on-purpose'
import type { ResponseReading, WalletErrorReading } from '../read/response/response-reading'
import { codeReason } from './error-codes'

/** Runs a check on an error response. */
const onError =
  (run: (error: WalletErrorReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.walletError === null ? notApplicable(say`The response is not an error.`) : run(reading.walletError, reading)

/** Characters of a description that are examined. */
const readMax = 8192

const statusWords = 'the status of a credential'

/** Every repetition is bounded, so matching takes constant time per character. */
const telling: readonly (readonly [RegExp, string])[] = [
  [/[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}\./, 'an e-mail address'],
  [/\bdid:[a-z0-9]{1,32}:/, 'a DID'],
  [/\beyJ[A-Za-z0-9_-]{10}/, 'a token'],
  [/\bat [\w.$]{1,200}\(.{0,200}:\d{1,7}\)|\bat .{1,200}:\d{1,7}:\d|Exception\b.{0,400}\bat\b/, 'a stack trace'],
  [/\b\d{4}-\d{2}-\d{2}\b/, 'a date'],
  [/\b(?:revoked|revocation|suspended)\b/i, statusWords],
]

export const error = area(
  'vp.error',
  { subject: of<ResponseReading>() },
  {
    code_known: {
      title: 'Error code is one that a specification defines for such a request',
      reasons: {
        unknown: {
          says: 'No specification defines the error code {seen}',
          fix: 'Take the code from OpenID4VP section 8.5 or RFC 6749 section 4.1.2.1.',
        },
        means_denied: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send access_denied: it is the code for a user who declines, or has no fitting credential.',
        },
        means_formats: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send vp_formats_not_supported if the wallet supports none of the requested formats, otherwise invalid_request.',
        },
        means_request: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send invalid_request: it is the code for a request that breaks OpenID4VP.',
        },
        means_transaction: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send invalid_transaction_data: it is the code for transaction data that the wallet cannot process.',
        },
        means_unavailable: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send wallet_unavailable: it is the code for a wallet that cannot be invoked.',
        },
        means_failure: {
          says: 'No specification defines the error code {seen}',
          fix: 'Send server_error: it is the code for an unexpected condition inside the wallet.',
        },
        spelling: {
          says: 'The error code {seen} differs in case or separators from the one that it means',
          fix: 'Write the code in lower case with underscores, byte for byte as the specification does.',
        },
        no_text: {
          says: 'The error code is not a text',
          fix: 'Send error as a string with a code of OpenID4VP section 8.5.',
        },
        of_id_token_denied: {
          says: 'The error code {seen} belongs to SIOPv2, and the request asks for no ID Token',
          fix: 'Send access_denied: it is the code for a user who declines, or has no fitting credential.',
        },
        of_id_token_formats: {
          says: 'The error code {seen} belongs to SIOPv2, and the request asks for no ID Token',
          fix: 'Send vp_formats_not_supported if the wallet supports none of the requested formats, otherwise invalid_request.',
        },
        of_id_token_request: {
          says: 'The error code {seen} belongs to SIOPv2, and the request asks for no ID Token',
          fix: 'Send invalid_request: it is the code for a request that the wallet cannot process.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.5', 'RFC6749-4.1.2.1'],
      level: 'should',
      why: 'A known code lets the verifier tell its user what happened.',
      run: onError(({ code }, { request }) => {
        const reason = codeReason(code, { forIdToken: request.responseType.includes('id_token') })
        return reason === null
          ? pass(shown(code))
          : tolerated(reason, { expected: say`a code for such a request`, actual: shown(code) })
      }),
    },
    charset: {
      title: 'Error code uses only the characters that RFC 6749 allows',
      problem: 'The error code is empty or uses characters that RFC 6749 does not allow',
      clauses: ['RFC6749-4.1.2.1'],
      level: 'must',
      why: 'Other characters break verifiers that put the code into a header or a log.',
      hint: 'Send printable ASCII without quotes and backslashes.',
      run: onError(({ code }) =>
        code !== null && /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(code)
          ? pass()
          : violated({
              expected: say`visible ASCII, not empty`,
              actual: code === null ? say`no string` : say`${code.length} characters`,
            }),
      ),
    },
    description_charset: {
      title: 'Error description uses only the characters that RFC 6749 allows',
      problem: 'The error description uses characters that RFC 6749 does not allow',
      clauses: ['RFC6749-4.1.2.1'],
      level: 'must',
      why: 'Other characters break verifiers that put the description into a header or a log.',
      hint: 'Send printable ASCII without quotes and backslashes.',
      run: onError(({ description }) => {
        if (description === null) return notApplicable(say`The error has no description.`)
        return /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(description)
          ? pass()
          : violated({
              expected: say`visible ASCII`,
              actual: say`${description.length} characters, some of them not allowed`,
            })
      }),
    },
    uri: {
      title: 'The error_uri is a URI',
      problem: 'The error_uri is not a URI',
      clauses: ['RFC6749-4.1.2.1'],
      level: 'must',
      why: 'Developers open it to learn more about the error.',
      hint: 'Send an absolute URI without spaces and quotes, or leave out error_uri.',
      run: onError(({ uri }) => {
        if (uri === null) return notApplicable(say`The error has no error_uri.`)
        return /^[a-z][a-z0-9+.-]*:[\x21\x23-\x5b\x5d-\x7e]+$/i.test(uri)
          ? pass()
          : violated({ expected: say`a URI`, actual: shown(uri) })
      }),
    },
    state: {
      title: 'Error response repeats the state of the request',
      reasons: {
        another: {
          says: 'The state of the error response is not the state of the request',
          fix: 'Copy state from the request object byte for byte.',
        },
        session_id: {
          says: 'The state of the error response is the id of the session, not the state of the request',
          fix: 'Copy state from the request object: the id of the session is for addresses alone.',
        },
        nonce: {
          says: 'The state of the error response is the nonce of the request',
          fix: 'Copy the member state of the request object, not its nonce.',
        },
        not_bare: {
          says: 'The state of the error response has other characters around it',
          fix: 'Send state as the request has it: without quotation marks or blanks, and encoded once.',
        },
        encoded: {
          says: 'The state of the error response is encoded in base64 once more',
          fix: 'Send state as the text that it is in the request, without encoding it.',
        },
        another_session: {
          says: 'The state of the error response is that of another request',
          fix: 'Keep state, nonce and response_uri of a request together, and respond with those of one request.',
        },
        // Without a state the URL still identifies the session: recorded, not refused.
        absent: {
          says: 'The error response has no state',
          fix: 'Send the state of the request object beside error.',
          error: null,
        },
      },
      clauses: ['RFC6749-4.1.2.1', 'OID4VP-1FINAL-8.2'],
      level: 'must',
      rejects: 'state_mismatch',
      why: 'The verifier uses state to find the request that failed.',
      run: onError((_error, { state }) => {
        if (state.expected === null) return notApplicable(say`The request has no state.`)
        if (!state.present) return violated('absent', { expected: say`state`, actual: null })
        if (state.matches) return pass()
        const expected = say`the state of this request`
        return violated(state.insteadIs ?? 'another', { expected, actual: insteadOfState(state) })
      }),
    },
    exclusive: {
      title: 'Error response holds no presentation',
      problem: 'The response holds an error and a presentation',
      clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-8.5'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: (problem) => `${problem}: send only one of them.`,
      counterpart: 'EnsureNoVpTokenInAuthorizationEndpointResponse',
      why: 'A response is either a presentation or an error.',
      hint: 'Leave vp_token, id_token and code out of an error response.',
      run: onError(({ beside }) =>
        beside.length === 0 ? pass() : violated({ expected: say`error alone`, actual: beside.map(quote) }),
      ),
    },
    response_mode: {
      title: 'Error is sent with the response mode of the request',
      problem: 'The error was not sent with the response mode of the request',
      clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8.3.1'],
      level: 'should',
      why: 'An error in the clear shows others why the wallet refused.',
      hint: 'Encrypt the error like any response; in the clear it is for wallets that cannot encrypt.',
      run: onError(({ encrypted }, { request, session }) => {
        // Browser errors have the single member `error`, see vp.dcapi.error_single_member. OID4VP-1FINALA-A.4
        if (request.binding !== undefined) return notApplicable(say`Through a browser an error comes in the clear.`)
        if (request.responseMode === 'direct_post') return pass(say`direct_post`)
        if (lacksKey(session)) return notApplicable(say`The request has no key to encrypt an error to.`)
        const because = unencryptableOnPurpose(request)
        if (because !== null && !encrypted) return notApplicable(because)
        return encrypted ? pass(say`encrypted`) : tolerated({ expected: say`encrypted`, actual: say`in the clear` })
      }),
    },
    no_details: {
      title: 'Error description reveals nothing about the user',
      problem: 'The error description reveals something about the user',
      clauses: ['OID4VP-1FINAL-15.9', 'OID4VP-1FINAL-15.4.1'],
      level: 'should',
      why: 'An error must not reveal which credentials the user has.',
      hint: 'Describe what is wrong with the request, not what the wallet holds. Send no stack traces.',
      run: onError(({ description }, { session }) => {
        if (description === null) return notApplicable(say`The error has no description.`)
        const read = description.slice(0, readMax)
        // In a trust test, the verifier's own certificates may be revoked.
        const patterns = testsTrust(session) ? telling.filter(([, words]) => words !== statusWords) : telling
        const found = patterns.filter(([pattern]) => pattern.test(read)).map(([, words]) => words)
        return found.length === 0
          ? pass()
          : violated({ expected: say`nothing about user or wallet`, actual: found.map(quote) })
      }),
    },
    fits: {
      title: 'Error code fits the request',
      reasons: {
        another: {
          says: 'The error code {seen} does not fit what a wallet can find wrong with this request',
          fix: 'Send access_denied when the user declines or no credential matches. Use other codes for errors of the request.',
        },
        no_transaction_data: {
          says: 'The error code is {seen}, and the request has no transaction data',
          fix: 'Send the code for what is wrong with the request: this one is for transaction_data.',
        },
        no_request_uri_method: {
          says: 'The error code is {seen}, and the link of the request does not name the method post',
          fix: 'Send the code for what is wrong with the request: this one is for request_uri_method.',
        },
        no_scope: {
          says: 'The error code is {seen}, and the request has no scope',
          fix: 'Send the code for what is wrong with the request: this one is for scope.',
        },
      },
      clauses: ['OID4VP-1FINAL-8.5', 'OID4VP-1FINAL-8.2'],
      level: 'should',
      counterpart: 'EnsureErrorResponseForUnsatisfiableDcqlQuery',
      why: 'The code tells the verifier whether its request was wrong or the user declined.',
      run: onError(({ code }, { request, session }) => {
        if (code === null) return notApplicable(say`The error has no code.`)
        const fitting = fittingErrors(session)
        if (fitting !== null)
          return fitting.includes(code)
            ? pass(shown(code))
            : tolerated('another', { expected: fitting.map(quote), actual: shown(code) })
        if (code === 'invalid_transaction_data' && request.transactionData === null)
          return tolerated('no_transaction_data', { expected: say`a code that fits`, actual: word(code) })
        const named = session.requestUriMethod === 'post' && session.requestDelivery === 'by_reference'
        if (code === 'invalid_request_uri_method' && !named)
          return tolerated('no_request_uri_method', { expected: say`a code that fits`, actual: word(code) })
        if (code === 'invalid_scope' && session.request.scope === undefined)
          return tolerated('no_scope', { expected: say`a code that fits`, actual: word(code) })
        return pass(shown(code))
      }),
    },
    repeat: {
      title: 'Wallet sends no second, different error',
      problem: 'The wallet sent a second, different error',
      clauses: ['OID4VP-1FINAL-8.5'],
      level: 'info',
      why: 'Two different errors make it unclear what happened.',
      hint: 'Send one error per request.',
      run: onError(({ code, earlier }) => {
        if (earlier.length === 0) return notApplicable(say`This is the first error of the session.`)
        const others = earlier.filter(({ error }) => error !== code)
        return others.length === 0
          ? pass()
          : violated({ expected: say`one error`, actual: say`${earlier.length + 1} errors` })
      }),
    },
  },
)

/** Checks of an error response. */
export const walletErrorChecks: readonly Check<ResponseReading>[] = Object.values(error)

/** Error code for each problem of a tester-defined request. OID4VP-1FINAL-8.5 */
const codeOfProblem: Readonly<Record<string, string>> = {
  invalid_transaction_data: 'invalid_transaction_data',
  unsupported_credential_format: 'vp_formats_not_supported',
  invalid_scope: 'invalid_scope',
  unsupported_response_type: 'unsupported_response_type',
}

/**
 * Fitting error codes for a request that the wallet should refuse; `null` if no problem is known. Distinguishes
 * requests that cannot be satisfied, and types unknown to a profile, from malformed requests.
 */
function fittingErrors(
  session: Pick<PresentationSession, 'options' | 'requestProblems' | 'responseType'>,
): readonly string[] | null {
  if (isDerivedRefusal(session)) return ['invalid_transaction_data', 'access_denied']
  const deviation = deviationOf(session)
  if (deviation !== null && !isUnnamed(deviation)) return deviation.expects === 'refusal' ? deviation.errors : null
  if (!expectsRefusal(session)) return null
  if (session.options.profile === 'haip' && session.responseType !== 'vp_token')
    return ['unsupported_response_type', 'invalid_request']
  const codes = session.requestProblems
    .filter(({ severity }) => severity === 'violation')
    .map(({ code }) => codeOfProblem[String(code)] ?? 'invalid_request')
  // The request is well-formed, so the wallet cannot provide what it asks for.
  return codes.length === 0 ? ['access_denied'] : [...new Set(codes)]
}
