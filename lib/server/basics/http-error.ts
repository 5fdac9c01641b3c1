import type { Reply } from '@/lib/core/shared/http/exchange'
import { jsonReply } from '@/lib/core/shared/http/reply'
import { headerBytesMax, requestSeconds } from './limits'

/** Why a request cannot reach an endpoint: it is not complete, well-formed HTTP/1.1. */
export interface HttpError {
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

const malformed = (description: string): HttpError => ({ status: 400, reason: 'malformed_http', description })

/** RFC 9110 section 15.6.6 */
export const versionError: HttpError = {
  status: 505,
  reason: 'http_version',
  description: 'The protocol version is not supported: send the request as HTTP/1.1.',
}
export const hostError: HttpError = {
  status: 400,
  reason: 'host_header',
  description: 'Send exactly one Host header that names host and port: RFC 9112 section 3.2.',
}
export const expectationError: HttpError = {
  status: 417,
  reason: 'unknown_expectation',
  description: 'Only the expectation 100-continue is supported: leave the Expect header out.',
}
export const headerSectionError: HttpError = {
  status: 431,
  reason: 'header_section_too_large',
  description: `The header section must not be longer than ${headerBytesMax} bytes.`,
}
const timeoutError: HttpError = {
  status: 408,
  reason: 'request_timeout',
  description: `The request did not arrive in time: send all of it within ${requestSeconds.whole} seconds.`,
}
export const framingError: HttpError = {
  status: 400,
  reason: 'message_framing',
  description: 'State the length of the body once: one Content-Length, or Transfer-Encoding: chunked, never both.',
}
const bodyError: HttpError = {
  status: 400,
  reason: 'malformed_body',
  description: 'The chunked body is malformed: each chunk is its length in hex, CRLF, its bytes, CRLF.',
}

const headerError = malformed(
  'A header line is malformed: send name, colon, value and CRLF, without control characters, on one line.',
)

/** Error codes of Node's parser. Any other code means that the request is not HTTP/1.1. */
const byCode: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: headerSectionError,
  ERR_HTTP_REQUEST_TIMEOUT: timeoutError,
  HPE_INVALID_CONTENT_LENGTH: framingError,
  HPE_UNEXPECTED_CONTENT_LENGTH: framingError,
  HPE_INVALID_TRANSFER_ENCODING: framingError,
  HPE_INVALID_CHUNK_SIZE: bodyError,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bodyError,
  HPE_STRICT: bodyError,
  HPE_INVALID_URL: malformed('The request target contains a character that must be percent-encoded.'),
  HPE_INVALID_METHOD: malformed(
    'The method is not known, or the request line is malformed: send method, target and HTTP/1.1, separated by single spaces.',
  ),
  HPE_INVALID_HEADER_TOKEN: headerError,
  HPE_UNEXPECTED_SPACE: headerError,
  HPE_LF_EXPECTED: headerError,
  HPE_CR_EXPECTED: headerError,
}

/**
 * A request line of another HTTP version. The parser also reports a bad line end after the version as a bad version.
 */
const otherVersion = /^[\r\n]*[^\r\n]* HTTP\/(?!1(?:$|\.(?:[01]|$)))\d/

/** What an error of Node's parser means for the sender of a request that begins with `head`. */
export const httpErrorOf = (code: string | undefined, head: string): HttpError => {
  if (code === 'HPE_INVALID_VERSION' && otherVersion.test(head)) return versionError
  return byCode[code ?? ''] ?? malformed('The request is not well-formed HTTP/1.1.')
}

/** The Error response to an error; `members` are extra members of its body. */
export const httpErrorReply = (httpError: HttpError, members: Readonly<Record<string, string>> = {}): Reply =>
  jsonReply(httpError.status, { error: 'invalid_request', error_description: httpError.description, ...members })
