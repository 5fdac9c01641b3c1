import type { FormField } from '@/lib/core/engine/sessions/session-form'
import { isObject, type Json, type JsonObject } from '@/lib/core/ground/values/json'

/** Members that are new for every session, or that have their own names in the session request. */
const ownOfEachSession = new Set([
  'client_id',
  'expected_origins',
  'response_uri',
  'redirect_uri',
  'aud',
  'iat',
  'exp',
  'nonce',
  'state',
  'wallet_nonce',
  'response_type',
  'response_mode',
  'dcql_query',
  'client_metadata',
  'code_challenge',
  'code_challenge_method',
])

/**
 * The other parts of a session's request, as `presentation_request` of a new one: scope, transaction data,
 * verifier_info, the tester's own members, and `client_metadata` without the key that the service creates.
 */
export function repeatedRequest(request: Readonly<Record<string, Json | undefined>>): JsonObject {
  const repeated: JsonObject = {}
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && !ownOfEachSession.has(name)) repeated[name] = value
  const metadata = request.client_metadata
  if (isObject(metadata)) {
    const { jwks: _, encrypted_response_enc_values_supported: encValues, ...others } = metadata as JsonObject
    // Encryption values are only present if the response is encrypted; the keys show whether it is.
    repeated.client_metadata = {
      ...others,
      ...(metadata.jwks === undefined || encValues === undefined
        ? {}
        : { encrypted_response_enc_values_supported: encValues }),
    }
  }
  return repeated
}

/** What "Run again" needs to know of the trust that a session was made under. */
interface AskedTrust {
  readonly options: Readonly<Record<string, unknown>>
  readonly trust?: { readonly registration_certificate: { readonly source: string } } | undefined
}

const isRegistration = (entry: Json | undefined): boolean => isObject(entry) && entry.format === 'registration_cert'

/**
 * The members about registration certificates of a repeated request. One that was added to the tester's `verifier_info` is left
 * out there: the new session has its own.
 */
export function repeatedTrust(request: JsonObject, { options, trust }: AskedTrust) {
  const { registration_certificate: kept, registered_query: query } = options
  const isMade = trust?.registration_certificate.source === 'made'
  const { verifier_info: entries, ...others } = request
  const last = Array.isArray(entries) ? entries.at(-1) : undefined
  // An unsigned request to a browser has none.
  const isAdded = (isMade || (typeof kept === 'string' && kept !== 'none')) && isRegistration(last)
  const ofTester = isAdded && Array.isArray(entries) ? (entries.length > 1 ? entries.slice(0, -1) : undefined) : entries
  const isEmpty = ofTester === undefined
  return {
    presentation_request: JSON.stringify(isEmpty ? others : { ...others, verifier_info: ofTester }),
    registration_certificate: typeof kept === 'string' ? kept : isMade && !isEmpty ? 'auto' : '',
    registered_query: isObject(query) ? JSON.stringify(query) : '',
  }
}

/** A session as it is read back: what was asked for is among its options, or a member of its own. */
interface AskedSession {
  readonly options: Readonly<Record<string, unknown>>
}

/** Names of the fields whose text the page makes. */
type MadeByPage<Fields extends readonly FormField[]> = Extract<Fields[number], { readonly again: 'by_page' }>['name']

/**
 * The fields of a form that makes another session like this one, by name, in the order of `fields`.
 * @param made the texts that the page makes
 */
export function againFields<const Fields extends readonly FormField[]>(
  fields: Fields,
  session: AskedSession,
  made: Readonly<Record<MadeByPage<Fields>, string>>,
): Record<string, string> {
  const members: Readonly<Record<string, unknown>> = { ...session, ...session.options }
  const texts: Readonly<Record<string, string>> = made
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.again === 'left_out'
        ? []
        : [[field.name, field.again === 'by_page' ? (texts[field.name] ?? '') : textOf(field, members[field.option])]],
    ),
  )
}

/** The text by which a form says the value that a session has. */
function textOf({ reading, only }: FormField, value: unknown): string {
  if (reading === 'true' || reading === 'true_or_false') return String(value === true)
  if (reading === 'object' || reading === 'texts') return JSON.stringify(value ?? (reading === 'texts' ? [] : {}))
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && only?.includes(value) !== false ? value : ''
}
