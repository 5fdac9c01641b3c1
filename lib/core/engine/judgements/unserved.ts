import { quote } from '../../shared/values/wording'
import { type Outcome, pass, type Reason, violated } from '../checks/check'

/** A request, and how it was answered where no rule of an endpoint refused it. */
export interface UnservedSubject {
  /** Error code of the answer; `null` if it is none. */
  readonly error: string | null
  /** Why it is no message that an endpoint could read, as its event says; `null` if it is one. */
  readonly why: string | null
  readonly method: string
  /** Without secrets. */
  readonly path: string
  /**
   * `other_half`: an address of the half that its session is not of. `response_elsewhere`: a response that is not at its
   * address. `null` if neither is seen.
   */
  readonly misplaced: 'other_half' | 'response_elsewhere' | null
}

/** Ways in which a request is no HTTP message that this service reads, as its events name them. */
const messages = {
  malformed_http: {
    says: 'The request is no HTTP/1.1 message',
    fix: 'Send a request line, header fields and an empty line, each ended by CRLF.',
    clause: 'RFC9112-2.1',
    error: 'invalid_request',
  },
  http_version: {
    says: 'The request has another HTTP version than 1.1',
    fix: 'Send the request as HTTP/1.1.',
    clause: 'RFC9110-15.6.6',
    error: 'invalid_request',
  },
  host_header: {
    says: 'The request names its host not at all, or more than once',
    fix: 'Send one Host header with the host and port of the address.',
    clause: 'RFC9112-3.2',
    error: 'invalid_request',
  },
  message_framing: {
    says: 'The request does not state the length of its body in one way',
    fix: 'State the length by one Content-Length, or by Transfer-Encoding: chunked.',
    clause: 'RFC9112-6.3',
    error: 'invalid_request',
  },
  malformed_body: {
    says: 'The chunks of the body are not encoded as chunks are',
    fix: 'Write each chunk as its length in hexadecimal, CRLF, its bytes and CRLF.',
    clause: 'RFC9112-7.1',
    error: 'invalid_request',
  },
  unknown_expectation: {
    says: 'The request expects what no server here does',
    fix: 'Leave the Expect header out.',
    clause: 'RFC9110-10.1.1',
    error: 'invalid_request',
  },
  request_timeout: {
    says: 'The request did not arrive whole in time',
    fix: 'Send header fields and body without a pause, in one go.',
    clause: 'RFC9110-15.5.9',
    error: 'invalid_request',
  },
} as const satisfies Readonly<Record<string, Reason>>

/** Fetches of what a session serves, which find it no longer, or not there. Each is true of every cause of its error code. */
export const offerGone = {
  no_offer: {
    says: 'No valid credential offer has the address {seen}',
    fix: 'Fetch credential_offer_uri as the link gives it, before the offer expires.',
    clause: 'OID4VCI-1FINAL-4.1.3',
    error: 'credential_offer_not_found',
  },
} as const satisfies Readonly<Record<string, Reason>>

export const requestGone = {
  request_answered: {
    says: 'The request was fetched after its response',
    fix: 'Fetch request_uri before the response, and keep what came.',
    clause: 'RFC9101-5.2.3',
    error: 'vp_request_not_found',
  },
  request_expired: {
    says: 'The request was fetched after it expired',
    fix: 'Fetch request_uri before the session expires.',
    clause: 'RFC9101-5.2.3',
    error: 'vp_request_expired',
  },
} as const satisfies Readonly<Record<string, Reason>>

const toResponseUri = 'Post the response to the response_uri of the request, and change nothing in that address.'

/** Responses of a presentation at addresses that are not theirs. */
export const responseElsewhere = {
  response_elsewhere: {
    says: 'A response was sent to {seen}, which is not the response_uri',
    fix: toResponseUri,
    clause: 'OID4VP-1FINAL-8.2',
    error: 'method_not_allowed',
  },
  response_nowhere: {
    says: 'A response was sent to {seen}, an address that this service does not have',
    fix: toResponseUri,
    clause: 'OID4VP-1FINAL-8.2',
    error: 'not_found',
  },
  no_session: {
    says: 'No session has the address {seen}',
    fix: toResponseUri,
    clause: 'OID4VP-1FINAL-8.2',
    error: 'vp_session_not_found',
  },
  other_half: {
    says: '{seen} is an address of an issuer',
    fix: 'Take every address from the request of the verifier: the response goes to its response_uri.',
    clause: 'OID4VP-1FINAL-8.2',
    error: 'invalid_request',
  },
} as const satisfies Readonly<Record<string, Reason>>

/** Requests of an issuance at an address of the verifier. */
export const verifierAddress = {
  other_half: {
    says: '{seen} is an address of a verifier',
    fix: 'Take every address from the metadata of the issuer.',
    clause: 'RFC9110-15.5.5',
    error: 'invalid_request',
  },
} as const satisfies Readonly<Record<string, Reason>>

/** Reasons of a check over requests that no rule of an endpoint refused. `from`: where a wallet finds the addresses. */
export const unservedReasons = (from: string): Readonly<Record<string, Reason>> => ({
  wrong_method: {
    says: 'The address does not take the method {seen}',
    fix: 'Use a method that the Allow header of the response names.',
    clause: 'RFC9110-15.5.6',
    error: 'method_not_allowed',
  },
  no_address: {
    says: 'Nothing responds at {seen}',
    fix: `Take every address from ${from}, and change nothing in it.`,
    clause: 'RFC9110-15.5.5',
    error: 'not_found',
  },
  no_issuer: {
    says: 'No issuer of this service has the address {seen}',
    fix: `Take every address from ${from}, and change nothing in it.`,
    clause: 'RFC9110-15.5.5',
    error: 'issuer_not_found',
  },
  body_size: {
    says: 'The body of the request is longer than its address takes',
    fix: 'Keep the body below the number of bytes in error_description.',
    clause: 'HOUSE-6',
    rule: 'house',
    error: 'payload_too_large',
  },
  header_size: {
    says: 'The header fields of the request are longer than this service takes',
    fix: 'Keep the header fields together below the number of bytes in error_description.',
    clause: 'HOUSE-6',
    rule: 'house',
    error: 'invalid_request',
  },
  ...messages,
})

/** Whether the address took the request; the reason says why it did not. */
export function isServed({ error, why, method, path, misplaced }: UnservedSubject): Outcome {
  const address = quote(path.slice(0, 200))
  if (error === 'not_found')
    return violated(misplaced === 'response_elsewhere' ? 'response_nowhere' : 'no_address', { actual: address })
  if (error === 'issuer_not_found') return violated('no_issuer', { actual: address })
  if (misplaced === 'other_half') return violated('other_half', { actual: address })
  if (error === 'credential_offer_not_found') return violated('no_offer', { actual: address })
  if (error === 'vp_request_expired') return violated('request_expired')
  if (error === 'vp_request_not_found') return violated('request_answered')
  if (error === 'method_not_allowed')
    return misplaced === null
      ? violated('wrong_method', { actual: quote(method) })
      : violated('response_elsewhere', { actual: address })
  if (error === 'payload_too_large') return violated('body_size')
  if (error === 'vp_session_not_found') return violated('no_session', { actual: address })
  if (why === 'header_section_too_large') return violated('header_size')
  return why !== null && Object.hasOwn(messages, why) ? violated(why) : pass()
}
