import { curlCommand } from '../../shared/http/curl-command'
import { isObject, type Json } from '../../shared/values/json'
import type { ExchangeView } from '../evidence/session-view'
import { mediaType, ofTheConnection, wireFields } from './wire-message'

/** Shell variables of redacted values, by the kind of the token. */
const ofKind: ReadonlyMap<string, string> = new Map([
  ['dpop', 'DPOP_PROOF'],
  ['access_token', 'ACCESS_TOKEN'],
  ['proof_jwt', 'KEY_PROOF'],
  ['key_attestation', 'KEY_ATTESTATION'],
  ['client_attestation', 'CLIENT_ATTESTATION'],
  ['client_attestation_pop', 'CLIENT_ATTESTATION_POP'],
  ['client_assertion', 'CLIENT_ASSERTION'],
  ['presented_credential', 'PRESENTATION'],
  ['id_token', 'ID_TOKEN'],
  ['jwe', 'ENCRYPTED_MESSAGE'],
])

/** The same by the name of the member or header field. */
const ofName: ReadonlyMap<string, string> = new Map([
  ['authorization', 'ACCESS_TOKEN'],
  ['dpop', 'DPOP_PROOF'],
  ['code', 'AUTHORIZATION_CODE'],
  ['pre-authorized_code', 'PRE_AUTHORIZED_CODE'],
  ['code_verifier', 'CODE_VERIFIER'],
  ['state', 'STATE'],
  ['issuer_state', 'ISSUER_STATE'],
  ['request_uri', 'REQUEST_URI'],
  ['refresh_token', 'REFRESH_TOKEN'],
  ['access_token', 'ACCESS_TOKEN'],
  ['tx_code', 'TX_CODE'],
  ['vp_token', 'VP_TOKEN'],
  ['transaction_id', 'TRANSACTION_ID'],
  ['notification_id', 'NOTIFICATION_ID'],
])

/** Around the name of a variable in a text; nothing from outside keeps one of these two characters. */
const [opening, closing] = ['\ue000', '\ue001']
/** Splits a text into what is outside of such names and, at odd places, the names. */
const markers = /[\ue000\ue001]/
const foreign = /[\ue000\ue001]/g

const clean = (text: string): string => text.replace(foreign, '\ufffd')

/**
 * A name that means nothing to the shell: one of ours, or one with a prefix. No name from outside may be `PATH`.
 */
function variableOf(name: string, value: { readonly jwt?: unknown }): string {
  const kind = isObject(value.jwt) ? String(value.jwt.kind) : ''
  const known = ofKind.get(kind) ?? ofName.get(name.toLowerCase())
  if (known !== undefined) return known
  const plain = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  return `SENT_${plain}`.slice(0, 40)
}

/** Puts a variable in the place of each redacted value, and collects their names. */
function withVariables(name: string, value: Json, names: Set<string>): Json {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withVariables(name, item, names))
  if (value.redacted === true) {
    if (Array.isArray(value.items)) return value.items.map((item) => withVariables(name, item, names))
    if (value.present === false) return ''
    const made = freeName(variableOf(name, value), names)
    names.add(made)
    const scheme = typeof value.scheme === 'string' ? `${clean(value.scheme)} ` : ''
    return `${scheme}${opening}${made}${closing}`
  }
  return Object.fromEntries(Object.entries(value).map(([one, item]) => [clean(one), withVariables(one, item, names)]))
}

/** The second of a name is `NAME_2`. */
function freeName(name: string, names: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const made = count === 1 ? name : `${name}_${count}`
    if (!names.has(made)) return made
  }
}

/** As in a form or a query, except for variables, whose value is encoded by who sets it. */
const encoded = (text: string): string =>
  text
    .split(markers)
    .map((part, index) =>
      index % 2 === 1 ? `${opening}${part}${closing}` : encodeURIComponent(part).replaceAll('%20', '+'),
    )
    .join('')

const form = (fields: Json): string =>
  wireFields(fields)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')

function bodyText(body: Json, type: string): string | null {
  if (body === null) return null
  if (typeof body === 'string') return body
  return isObject(body) && /^application\/x-www-form-urlencoded\b/i.test(type) ? form(body) : JSON.stringify(body)
}

/**
 * Returns a recorded exchange as a curl command. Redacted values are shell variables, which a comment before it lists:
 * the command shows what the wallet sent, and cannot act in its name. Every text is quoted.
 * @param baseUrl the origin that the wallet was given, without a trailing slash
 */
export function curlOfExchange(exchange: ExchangeView, baseUrl: string): string {
  const names = new Set<string>()
  const { method, path } = exchange
  const query = form(withVariables('', exchange.query, names))
  const headers = Object.entries(exchange.headers)
    .filter(([name]) => !ofTheConnection.has(name.toLowerCase()))
    .map(([name, value]) => [clean(name), withVariables(name, value, names)] as const)
  const command = curlCommand({
    method: clean(method),
    url: `${baseUrl}${clean(path)}${query === '' ? '' : `?${query}`}`,
    headers: wireFields(Object.fromEntries(headers)),
    body: bodyText(withVariables('body', exchange.body, names), mediaType(exchange.headers)),
  })
  const expanded = command
    .split(markers)
    .map((part, index) => (index % 2 === 0 ? part : `'"$${part}"'`))
    .join('')
  if (names.size === 0) return expanded
  return [`# Not recorded, set before: ${[...names].join(' ')}`, expanded].join('\n')
}
