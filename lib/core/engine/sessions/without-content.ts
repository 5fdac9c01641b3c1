import type { Exchange, Reply } from '../../shared/http/exchange'
import { bodyBytes } from '../../shared/http/reply'
import type { Finding } from '../../shared/ports/finding'
import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject } from '../../shared/values/json'

/**
 * An exchange without its large parts: header fields, parameters, bodies and decoded tokens. Kept are what it was, how
 * it was answered, its findings and the error code of the answer, which session checks need.
 */
export const withoutContent = (exchange: StoredExchange): StoredExchange => ({
  ...exchange,
  contentOmitted: true,
  headers: {},
  query: {},
  body: null,
  response: { ...exchange.response, headers: {}, body: errorCodeOf(exchange) },
  decoded: [],
})

function errorCodeOf({ response: { body } }: StoredExchange) {
  return isObject(body) && typeof body.error === 'string' ? { error: body.error } : null
}

/** The setting because of which an exchange was kept without its content. */
export type StorageSetting = 'ADDRESS_MIB_PER_DAY' | 'DISK_FLOOR_MIB'

/** Maximum characters of the method that are kept. */
const methodCharactersMax = 32

const pathCharactersMax = 500

/**
 * An exchange as recorded once its client has used up its storage: method, path, status and lengths, and which checks
 * failed in it. Its body names the setting and gives the lengths in bytes on the wire, so that nothing disappears
 * silently.
 */
export function lengthsOnly(
  stored: StoredExchange,
  { exchange, reply, by }: { readonly exchange: Exchange; readonly reply: Reply; readonly by: StorageSetting },
): StoredExchange {
  const { body: answered } = reply
  return {
    ...withoutContent(stored),
    method: stored.method.slice(0, methodCharactersMax),
    path: stored.path.slice(0, pathCharactersMax),
    body: {
      content_omitted: by,
      lengths: {
        path: exchange.path.length,
        query: exchange.query?.length ?? 0,
        header_fields: exchange.headers.length,
        headers: exchange.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0),
        body: exchange.bodyBytes,
        response_body: answered?.kind === 'stream' ? answered.length : bodyBytes(answered).length,
      },
    },
    findings: stored.findings.filter(({ status }) => status === 'fail').map(withoutValues),
  }
}

/** The setting because of which a record was kept without its content; `null` for a complete record. */
export function omittedBy({ headers, body }: Pick<StoredExchange, 'headers' | 'body'>): StorageSetting | null {
  // A client may send such a body, but hardly without any header field.
  const by = isObject(body) && Object.keys(headers).length === 0 ? body.content_omitted : null
  return by === 'ADDRESS_MIB_PER_DAY' || by === 'DISK_FLOOR_MIB' ? by : null
}

/** Findings may quote long values of the request. */
const withoutValues = ({ id, status, error, rejected }: Finding): Finding => ({
  id,
  status,
  expected: null,
  actual: null,
  hint: null,
  error,
  rejected,
})
