import { WalletStop } from '../errors'
import { type JsonObject, readJson } from '../json'

/** A link that asks for a presentation (OID4VP-1FINAL-5, RFC9101-5). */
export interface AuthorizationLink {
  clientId: string
  /** The request object itself, the URL to fetch it from, or the individual parameters of an unsigned request. */
  request:
    | { kind: 'value'; compact: string }
    | { kind: 'reference'; url: string; method: 'get' | 'post' }
    | { kind: 'parameters'; claims: JsonObject }
  /** All parameters of the link. Only those above count (OID4VP-1FINAL-5.10.1). */
  parameters: Record<string, string>
}

/**
 * Reads an authorization request link of any scheme. Ignores unknown parameters, and those that are valid only inside
 * the request object (OID4VP-1FINAL-5.10.1).
 *
 * @param believesAll - repairs what makes no sense, and asks for no signature
 * @throws WalletStop when it is not such a link
 */
export function parseAuthorizationLink(text: string, believesAll = false): AuthorizationLink {
  const link = text.trim()
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(link)) throw new WalletStop('The link does not begin with a scheme')
  const question = link.indexOf('?')
  if (question === -1) throw new WalletStop('The link carries no parameters')
  const query = new URLSearchParams(link.slice(question + 1).split('#')[0])
  const only = (name: string): string | null => {
    const [value, ...more] = query.getAll(name)
    // A parameter must not occur twice (RFC6749-3.1).
    if (more.length > 0) throw new WalletStop(`The link repeats ${name}`)
    return value === undefined || value === '' ? null : value
  }
  const clientId = only('client_id')
  if (clientId === null) throw new WalletStop('The link has no client_id')
  const [compact, url, method] = [only('request'), only('request_uri'), only('request_uri_method')]
  // OID4VP-1FINAL-5.1
  if (url === null && method !== null) throw new WalletStop('The link has request_uri_method without request_uri')
  const parameters = Object.fromEntries(query)
  if (compact === null && url === null && (believesAll || only('response_type') !== null))
    return { clientId, parameters, request: { kind: 'parameters', claims: readParameters(parameters, only) } }
  if ((compact === null) === (url === null)) {
    throw new WalletStop('The link needs exactly one of request and request_uri')
  }
  if (url === null) return { clientId, parameters, request: { kind: 'value', compact: compact ?? '' } }
  if (method !== null && method !== 'get' && method !== 'post' && !believesAll) {
    throw new WalletStop('invalid_request_uri_method: the link names a method that is neither get nor post')
  }
  return { clientId, parameters, request: { kind: 'reference', url, method: method === 'post' ? method : 'get' } }
}

/** Parameters whose values are JSON in a link (OID4VP-1FINAL-5.1). */
const asJson = new Set(['dcql_query', 'client_metadata', 'transaction_data', 'verifier_info'])

function readParameters(parameters: Record<string, string>, only: (name: string) => string | null): JsonObject {
  return Object.fromEntries(
    Object.keys(parameters).map((name) => {
      const text = only(name) ?? ''
      return [name, asJson.has(name) ? (readJson(text) ?? text) : text]
    }),
  )
}
