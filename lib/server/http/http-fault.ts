import type { Reply } from '@/lib/core/ground/http/exchange'
import { jsonReply } from '@/lib/core/ground/http/reply'
import { headerBytesMax, requestSeconds } from './limits'

/** Why a request never reaches its endpoint: it is not complete, well-formed HTTP/1.1. */
export interface HttpFault {
  readonly status: 400 | 408 | 417 | 431 | 505
  /** For the event that reports it. */
  readonly reason:
    | 'malformed_http'
    | 'http_version'
    | 'host_header'
    | 'message_framing'
    | 'malformed_body'
    | 'header_section_too_large'
    | 'unknown_expectation'
    | 'request_timeout'
  /** Fixed ASCII sentence for `error_description`: what to send instead. */
  readonly description: string
}

const malformed = (description: string): HttpFault => ({ status: 400, reason: 'malformed_http', description })

/** RFC 9110 section 15.6.6 */
export const versionFault: HttpFault = {
  status: 505,
  reason: 'http_version',
  description: 'The protocol version is not supported: send the request as HTTP/1.1.',
}
export const hostFault: HttpFault = {
  status: 400,
  reason: 'host_header',
  description: 'Send exactly one Host header that names host and port: RFC 9112 section 3.2.',
}
export const expectationFault: HttpFault = {
  status: 417,
  reason: 'unknown_expectation',
  description: 'Only the expectation 100-continue is supported: leave the Expect header out.',
}
export const headerSectionFault: HttpFault = {
  status: 431,
  reason: 'header_section_too_large',
  description: `The header section must not be longer than ${headerBytesMax} bytes.`,
}
const timeoutFault: HttpFault = {
  status: 408,
  reason: 'request_timeout',
  description: `The request did not arrive in time: send all of it within ${requestSeconds.whole} seconds.`,
}
export const framingFault: HttpFault = {
  status: 400,
  reason: 'message_framing',
  description: 'State the length of the body once: one Content-Length, or Transfer-Encoding: chunked, never both.',
}
const bodyFault: HttpFault = {
  status: 400,
  reason: 'malformed_body',
  description: 'The chunked body is malformed: each chunk is its length in hex, CRLF, its bytes, CRLF.',
}

const headerFault = malformed(
  'A header line is malformed: send name, colon, value and CRLF, without control characters, on one line.',
)

/** Error codes of Node's parser. Anything not listed is simply not HTTP/1.1. */
const byCode: Readonly<Record<string, HttpFault>> = {
  HPE_HEADER_OVERFLOW: headerSectionFault,
  ERR_HTTP_REQUEST_TIMEOUT: timeoutFault,
  HPE_INVALID_CONTENT_LENGTH: framingFault,
  HPE_UNEXPECTED_CONTENT_LENGTH: framingFault,
  HPE_INVALID_TRANSFER_ENCODING: framingFault,
  HPE_INVALID_CHUNK_SIZE: bodyFault,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bodyFault,
  HPE_STRICT: bodyFault,
  HPE_INVALID_URL: malformed('The request target contains a character that must be percent-encoded.'),
  HPE_INVALID_METHOD: malformed(
    'The method is not known, or the request line is malformed: send method, target and HTTP/1.1, separated by single spaces.',
  ),
  HPE_INVALID_HEADER_TOKEN: headerFault,
  HPE_UNEXPECTED_SPACE: headerFault,
  HPE_LF_EXPECTED: headerFault,
  HPE_CR_EXPECTED: headerFault,
}

/** A request line of another version. The parser also calls a line end that it expects behind the version a version. */
const otherVersion = /^[\r\n]*[^\r\n]* HTTP\/(?!1(?:$|\.(?:[01]|$)))\d/

/** What an error of Node's parser means for the sender of a request that begins with `head`. */
export const faultOf = (code: string | undefined, head: string): HttpFault => {
  if (code === 'HPE_INVALID_VERSION' && otherVersion.test(head)) return versionFault
  return byCode[code ?? ''] ?? malformed('The request is not well-formed HTTP/1.1.')
}

/** The Error response to a fault; `members` are extra members of its body. */
export const faultReply = (fault: HttpFault, members: Readonly<Record<string, string>> = {}): Reply =>
  jsonReply(fault.status, { error: 'invalid_request', error_description: fault.description, ...members })
