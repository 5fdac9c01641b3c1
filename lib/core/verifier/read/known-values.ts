import type { PresentationSession } from '../../shared/ports/store-types'
import type { ValueKind } from '../../shared/recognise/kinds'
import type { KnownValue, KnownValues } from '../../shared/recognise/what-is'
import { isObject } from '../../shared/values/json'

/** Members of a presentation request whose values a wallet may mix up. */
const kindsByName: Readonly<Record<string, ValueKind>> = {
  client_id: 'client_id',
  nonce: 'nonce',
  state: 'state',
  response_uri: 'response_uri',
  redirect_uri: 'redirect_uri',
}

/** All that a value of a response is compared with, besides storage: looked up only after a violation. */
export function verifierKnownValues({
  sessionId,
  request,
}: Pick<PresentationSession, 'sessionId' | 'request'>): KnownValues {
  const own = (kind: ValueKind, value: unknown): KnownValue[] =>
    typeof value === 'string' && value !== '' ? [{ kind, value, whose: 'this_request' }] : []
  const { dcql_query: query, client_id: clientId } = request
  const queries = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return {
    sessionId,
    values: [
      ...Object.entries(kindsByName).flatMap(([name, kind]) => own(kind, request[name])),
      ...own('bare_client_id', typeof clientId === 'string' ? withoutPrefix(clientId) : null),
      ...queries.flatMap((credential) => own('query_id', isObject(credential) ? credential.id : null)),
    ],
  }
}

/** A client_id without its prefix; `null` if it has none. OID4VP-1FINAL-5.9.1 */
const withoutPrefix = (clientId: string): string | null => {
  const colon = clientId.indexOf(':')
  return colon < 0 ? null : clientId.slice(colon + 1)
}
