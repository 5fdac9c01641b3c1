import type { SignatureChange } from '../../../shared/mutations/mutation'
import type { ClauseId } from '../../../shared/ports/clauses'
import { isObject, type JsonObject } from '../../../shared/values/json'
import { requestObjectType } from './request-object'
import type { RequestProblem } from './request-problem'

/** What of a session a wallet gets besides the claims of its request; a part that it does not have is absent. */
export interface DeliveredParts {
  readonly request_object?: readonly JsonObject[]
  readonly request_header?: readonly JsonObject[]
  readonly link?: readonly JsonObject[]
  readonly request_response?: readonly JsonObject[]
  readonly response?: readonly JsonObject[]
}

type Part = Exclude<keyof DeliveredParts, 'request_object'> | 'signature'

const words: Readonly<Record<Part, string>> = {
  request_header: 'The header of the Request Object',
  signature: 'The signature of the Request Object',
  link: 'The link',
  request_response: 'The response of the request_uri',
  response: 'The answer to the response',
}

/** A rule about one part. */
interface Rule {
  readonly target: Part
  readonly pointer: string
  readonly must: string
  readonly clause: ClauseId
  /** A violation, if absent. */
  readonly severity?: 'warning'
  /** Whether the parts keep it, beside the right ones; true where they have no such part. */
  readonly isKept: (parts: DeliveredParts, right: DeliveredParts) => boolean
}

const mediaType = (value: unknown): string => String(value).split(';')[0]?.trim().toLowerCase() ?? ''

const leafOf = (header: JsonObject | undefined): unknown => (Array.isArray(header?.x5c) ? header.x5c[0] : undefined)

/** Parts of a JWS, and of a JWE. RFC7515-7.1, RFC7516-7.1 */
const compactParts = [3, 5]

const isCompact = (body: unknown): boolean => typeof body === 'string' && compactParts.includes(body.split('.').length)

/** How many parameters of a link carry its request, or say where it is. */
const carriers = (link: JsonObject | undefined): number =>
  ['request', 'request_uri'].filter((name) => link?.[name] !== undefined).length

/** Members that JWS itself defines, which are no extensions. RFC7515-4.1 */
const ofJws = ['alg', 'jku', 'jwk', 'kid', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'typ', 'cty', 'crit']

/** Whether a header has a list of extensions that is one. */
function isCritical(header: JsonObject): boolean {
  const { crit } = header
  return (
    Array.isArray(crit) &&
    crit.length > 0 &&
    new Set(crit).size === crit.length &&
    crit.every((name) => typeof name === 'string' && Object.hasOwn(header, name) && !ofJws.includes(name))
  )
}

const rules: readonly Rule[] = [
  {
    target: 'request_header',
    pointer: '/typ',
    must: `must have the typ ${requestObjectType}`,
    clause: 'OID4VP-1FINAL-5',
    isKept: ({ request_header: [header] = [] }) => header === undefined || header.typ === requestObjectType,
  },
  {
    target: 'request_header',
    pointer: '/alg',
    must: 'must name the algorithm of its signature, ES256',
    clause: 'RFC9101-6.2',
    isKept: ({ request_header: [header] = [] }) => header === undefined || header.alg === 'ES256',
  },
  {
    target: 'request_header',
    pointer: '/x5c',
    must: 'must have the certificate that the client_id names',
    clause: 'OID4VP-1FINAL-5.9.3',
    isKept: (
      { request_header: [header] = [], request_object: [claims] = [] },
      { request_header: [right] = [], request_object: [asked] = [] },
    ) =>
      header === undefined ||
      !/^x509_(?:hash|san_dns):/.test(String(claims?.client_id)) ||
      (Array.isArray(header.x5c) &&
        header.x5c.length > 0 &&
        (claims?.client_id !== asked?.client_id || leafOf(header) === leafOf(right))),
  },
  {
    target: 'request_header',
    pointer: '/b64',
    must: 'must not say that its claims are not encoded: b64 is true in a JWT, or absent',
    clause: 'RFC7797-7',
    isKept: ({ request_header: [header] = [] }) => header?.b64 === undefined || header.b64 === true,
  },
  {
    target: 'request_header',
    pointer: '/crit',
    must: 'must name in crit, once each, members of extensions that it has',
    clause: 'RFC7515-4.1.11',
    isKept: ({ request_header: [header] = [] }) => header?.crit === undefined || isCritical(header),
  },
  {
    target: 'request_header',
    pointer: '/crit',
    must: 'names extensions in crit: a wallet that does not know them refuses the request',
    clause: 'RFC7515-4.1.11',
    severity: 'warning',
    isKept: ({ request_header: [header] = [] }) => header?.crit === undefined || !isCritical(header),
  },
  {
    target: 'link',
    pointer: '/client_id',
    must: 'must have the client_id of the request',
    clause: 'OID4VP-1FINAL-5.10.1',
    isKept: ({ link: [link] = [], request_object: [claims] = [] }) =>
      link === undefined || (link.client_id !== undefined && link.client_id === (claims?.client_id ?? link.client_id)),
  },
  {
    target: 'link',
    pointer: '/request_uri',
    must: 'must carry the request once: by request, by request_uri, or in parameters of its own',
    clause: 'RFC9101-5',
    isKept: ({ link: [link] = [] }, { link: [right] = [] }) => link === undefined || carriers(link) === carriers(right),
  },
  {
    target: 'link',
    pointer: '/request_uri',
    must: 'must have a URL as request_uri',
    clause: 'RFC9101-5.2',
    isKept: ({ link: [link] = [] }) => link?.request_uri === undefined || URL.canParse(String(link.request_uri)),
  },
  {
    target: 'link',
    pointer: '/request',
    must: 'must have a Request Object as request, a JWS or a JWE in compact form',
    clause: 'RFC9101-5.1',
    isKept: ({ link: [link] = [] }) => link?.request === undefined || isCompact(link.request),
  },
  {
    target: 'link',
    pointer: '/request_uri_method',
    must: 'must have get or post as request_uri_method, in lower case',
    clause: 'OID4VP-1FINAL-8.5',
    isKept: ({ link: [link] = [] }) =>
      link?.request_uri_method === undefined || ['get', 'post'].includes(String(link.request_uri_method)),
  },
  {
    target: 'request_response',
    pointer: '/status',
    must: 'must have the status 200',
    clause: 'OID4VP-1FINAL-5.10.2',
    isKept: ({ request_response: [reply] = [] }) => reply === undefined || reply.status === 200,
  },
  {
    target: 'request_response',
    pointer: '/content_type',
    must: `must have the type application/${requestObjectType}`,
    clause: 'OID4VP-1FINAL-5.10.2',
    isKept: ({ request_response: [reply] = [] }) =>
      reply === undefined || mediaType(reply.content_type) === `application/${requestObjectType}`,
  },
  {
    target: 'request_response',
    pointer: '/body',
    must: 'must be the Request Object, a JWS or a JWE in compact form',
    clause: 'OID4VP-1FINAL-5.10.2',
    isKept: ({ request_response: [reply] = [] }) => reply === undefined || isCompact(reply.body),
  },
  {
    target: 'response',
    pointer: '/status',
    must: 'must have the status 200 where the response was processed',
    clause: 'OID4VP-1FINAL-8.2',
    isKept: ({ response: [reply] = [] }) => reply === undefined || reply.status === 200,
  },
  {
    target: 'response',
    pointer: '/content_type',
    must: 'must have the type application/json',
    clause: 'OID4VP-1FINAL-8.2',
    isKept: ({ response: [reply] = [] }) => reply === undefined || mediaType(reply.content_type) === 'application/json',
  },
  {
    target: 'response',
    pointer: '/body',
    must: 'must be a JSON object',
    clause: 'OID4VP-1FINAL-8.2',
    isKept: ({ response: [reply] = [] }) => reply === undefined || isObject(reply.body) || isJsonObject(reply.body),
  },
]

const isJsonObject = (text: unknown): boolean => {
  try {
    return isObject(JSON.parse(String(text)))
  } catch {
    return false
  }
}

const ofSignature: Readonly<Record<SignatureChange, readonly [must: string, clause: ClauseId]>> = {
  corrupt: ['must be valid', 'RFC9101-6.2'],
  other_key: ['must be of the key that the request names', 'OID4VP-1FINAL-5.9.3'],
  none: ['must be there: the client_id asks for a signed request', 'OID4VP-1FINAL-5.9.3'],
}

const problem = ({ target, pointer, must, clause, severity }: Omit<Rule, 'isKept'>): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: severity ?? 'violation',
  target,
  pointer,
  message: `${words[target]} ${must}.`,
  clause,
})

/**
 * What mutations made wrong by the specification in all that is no claim of the request: header, signature, link and
 * replies. Pointers lead into the document of the target.
 */
export const deliveredProblems = (
  before: DeliveredParts,
  after: DeliveredParts,
  signature: readonly SignatureChange[],
): RequestProblem[] => [
  ...rules.filter(({ isKept }) => isKept(before, before) && !isKept(after, before)).map(problem),
  ...signature.map((change) => {
    const [must, clause] = ofSignature[change]
    return problem({ target: 'signature', pointer: '', must, clause })
  }),
]
