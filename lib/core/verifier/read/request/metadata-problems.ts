import type { ClauseId } from '../../../shared/ports/clauses'
import { isObject, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'
import { buildClientMetadata, openableEncryption, subjectSyntaxes } from './client-metadata'
import type { RequestProblem } from './request-problem'

const root = '/presentation_request/client_metadata'

/** What stands beside `client_metadata` in a request. */
interface Beside {
  readonly idToken: boolean
  readonly isEncrypted: boolean
  /** Formats that the query asks for. */
  readonly formats: readonly string[]
}

/**
 * Problems of a tester's `client_metadata`: each member by its own definition and by what stands beside it, what nobody
 * reads, and what the service fills in. OID4VP-1FINAL-5.1, OID4VP-1FINAL-11.1
 */
export function clientMetadataProblems(metadata: Json | undefined, beside: Beside): RequestProblem[] {
  if (metadata === undefined) return []
  if (!isObject(metadata)) return [violation('', 'It must be an object: the one of the service was sent.')]
  const own = metadata as JsonObject
  return [
    ...Object.entries(own).flatMap(([name, value]) => memberProblems(name, value)),
    ...unlistedFormats(own.vp_formats_supported, beside.formats),
    ...filledIn(own, beside),
  ]
}

type Definition = (value: Json, at: string) => RequestProblem[]

const text: Definition = (value, at) =>
  typeof value === 'string' && value !== '' ? [] : [violation(at, 'It must be a non-empty string.', 'OID4VP-1FINAL-11')]

const address: Definition = (value, at) =>
  typeof value === 'string' && URL.canParse(value)
    ? []
    : [violation(at, 'It must be an absolute URL.', 'OID4VP-1FINAL-11')]

/** Members that a specification defines, with what they hold. */
const definitions: Readonly<Record<string, Definition>> = {
  vp_formats_supported: formatsProblems,
  encrypted_response_enc_values_supported: encValuesProblems,
  subject_syntax_types_supported: subjectProblems,
  id_token_signed_response_alg: text,
  client_name: text,
  client_uri: address,
  logo_uri: address,
  policy_uri: address,
  tos_uri: address,
  contacts: (value, at) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? []
      : [violation(at, 'It must be an array of strings.', 'OID4VP-1FINAL-11')],
}

/** Members that the service sets, which are left out and told elsewhere. */
const servicesOwn = [
  ...['iss', 'client_id_scheme', 'jwks', 'jwks_uri', 'signed_jwks_uri', 'software_statement'],
  ...['redirect_uris', 'response_uris', 'request_uris'],
]

/** Names of drafts, with what OpenID4VP 1.0 has in their place. */
const ofDrafts: Readonly<Record<string, string>> = {
  vp_formats: 'vp_formats_supported',
  authorization_encrypted_response_alg: 'alg in the key of jwks',
  authorization_encrypted_response_enc: 'encrypted_response_enc_values_supported',
  authorization_signed_response_alg: 'no signed responses',
}

function memberProblems(name: string, value: Json): RequestProblem[] {
  if (servicesOwn.includes(name)) return []
  // A name may have a language: `client_name#de`. RFC7591-2.2
  const [plainName = ''] = name.split('#')
  const at = `/${pointerStep(name)}`
  const definition = Object.hasOwn(definitions, plainName) ? definitions[plainName] : undefined
  if (definition !== undefined) return definition(value, at)
  const replaced = Object.hasOwn(ofDrafts, name) ? ofDrafts[name] : undefined
  return [
    note(
      at,
      'member_not_read',
      replaced === undefined
        ? 'It is sent, and nothing here reads it.'
        : `It is sent, and nothing here reads it: OpenID4VP 1.0 has ${replaced} in its place.`,
    ),
  ]
}

/** What each format lists, and what an algorithm is there. OID4VP-1FINALA-B.1.3, OID4VP-1FINALA-B.2.2, OID4VP-1FINALA-B.3.4 */
const algorithmLists: Readonly<
  Record<string, { readonly names: readonly string[]; readonly is: 'string' | 'number' }>
> = {
  'dc+sd-jwt': { names: ['sd-jwt_alg_values', 'kb-jwt_alg_values'], is: 'string' },
  mso_mdoc: { names: ['issuerauth_alg_values', 'deviceauth_alg_values'], is: 'number' },
  jwt_vc_json: { names: ['alg_values'], is: 'string' },
  ldp_vc: { names: ['proof_type_values', 'cryptosuite_values'], is: 'string' },
}

function formatsProblems(formats: Json, at: string): RequestProblem[] {
  if (!isObject(formats) || Object.keys(formats).length === 0)
    return [violation(at, 'It must be an object with at least one format.')]
  return Object.entries(formats as JsonObject).flatMap(([format, listed]) => {
    const here = `${at}/${pointerStep(format)}`
    const known = Object.hasOwn(algorithmLists, format) ? algorithmLists[format] : undefined
    if (!isObject(listed)) return [violation(here, 'It must be an object.', 'OID4VP-1FINAL-11.1')]
    if (known === undefined) return [note(here, 'member_not_read', 'It is sent, and nothing here reads this format.')]
    return Object.entries(listed as JsonObject).flatMap(([name, values]) =>
      algorithmProblems(values, {
        at: `${here}/${pointerStep(name)}`,
        isKnown: known.names.includes(name),
        is: known.is,
      }),
    )
  })
}

function algorithmProblems(
  values: Json,
  { at, isKnown, is }: { readonly at: string; readonly isKnown: boolean; readonly is: 'string' | 'number' },
): RequestProblem[] {
  if (!isKnown) return [note(at, 'member_not_read', 'It is sent, and nothing here reads it.')]
  if (Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === is)) return []
  const of = is === 'number' ? 'COSE algorithms, which are numbers' : 'names of algorithms'
  return [violation(at, `It must be a non-empty array of ${of}.`, 'OID4VP-1FINAL-11.1')]
}

/** Formats that the query asks for and the verifier does not list. */
function unlistedFormats(formats: Json | undefined, asked: readonly string[]): RequestProblem[] {
  if (!isObject(formats) || Object.keys(formats).length === 0) return []
  return [...new Set(asked)]
    .filter((format) => !Object.hasOwn(formats, format))
    .map((format) => ({
      ...note(
        '/vp_formats_supported',
        'questionable_client_metadata',
        `The query asks for ${JSON.stringify(format.slice(0, 64))}, which is not in it: a wallet may refuse the request.`,
      ),
      reason: 'vp.request.answerable#format_unlisted' as const,
    }))
}

/** Any key will do: only the names of what is added are told. */
const anyKey = { kid: '', publicJwk: { kty: 'EC', crv: 'P-256', x: '', y: '' } } as const

/** Members that were left out of the tester's object, and that the request has nevertheless. */
const filledIn = (own: JsonObject, { idToken, isEncrypted }: Beside): RequestProblem[] =>
  Object.keys(buildClientMetadata({ responseKey: isEncrypted ? anyKey : null, idToken, own: {} }))
    .filter((name) => !Object.hasOwn(own, name))
    .map((name) => note(`/${name}`, 'member_filled_in', 'It was left out: the service filled in its own.'))

function encValuesProblems(values: Json, at: string): RequestProblem[] {
  if (!Array.isArray(values) || values.length === 0)
    return [violation(at, 'It must be a non-empty array of names of content encryption.')]
  return values.flatMap((value, index) =>
    openableEncryption.some((known) => known === value)
      ? []
      : [
          violation(
            `${at}/${index}`,
            `A response in this encryption cannot be opened: ${openableEncryption.join(', ')} can.`,
          ),
        ],
  )
}

function subjectProblems(values: Json, at: string): RequestProblem[] {
  if (!Array.isArray(values) || values.length === 0)
    return [violation(at, 'It must be a non-empty array of subject syntaxes.', 'SIOP2-8')]
  return values.flatMap((value, index) =>
    subjectSyntaxes.some((known) => known === value)
      ? []
      : [
          violation(
            `${at}/${index}`,
            `An ID Token of such a subject cannot be verified: only of ${subjectSyntaxes.join(', ')}.`,
            'SIOP2-8',
          ),
        ],
  )
}

const violation = (path: string, message: string, clause: ClauseId = 'OID4VP-1FINAL-5.1'): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: 'violation',
  pointer: `${root}${path}`,
  message,
  clause,
})

const note = (path: string, code: RequestProblem['code'], message: string): RequestProblem => ({
  code,
  severity: 'note',
  pointer: `${root}${path}`,
  message,
  clause: code === 'member_filled_in' ? null : 'OID4VP-1FINAL-11.1',
})
