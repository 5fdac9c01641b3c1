import { isObject } from '@/lib/core/shared/values/json'
import { verifierPresets } from '../start/verifier-presets'

/** How a field represents a definition's member. `query`: a query of DCQL, by the id of a common one. */
type FieldType = 'text' | 'choice' | 'number' | 'lines' | 'json' | 'query'

/** A form field for one member of a definition. */
export interface FormField {
  readonly name: string
  /** Name of the member in its object. */
  readonly member: string
  readonly type: FieldType
  /** Meaning of an absent member, shown as a choice. */
  readonly otherwise?: string
}

const field = (name: string, type: FieldType, otherwise?: string): FormField => ({
  name,
  member: name,
  type,
  ...(otherwise === undefined ? {} : { otherwise }),
})

/** Members of the definition itself. */
export const topFields = [
  field('runner', 'choice'),
  field('wait_seconds', 'number'),
  field('timeout_seconds', 'number'),
] as const

/** Members of `entities`. */
export const entityFields = [
  field('wallet', 'text'),
  field('wallet_version', 'text'),
  field('custom_checks', 'lines'),
] as const

const id = field('id', 'text')
const kind = field('kind', 'choice')
const onFailure = field('on_failure', 'choice', 'stop')
const session = field('session', 'json')

/** Members of a step by kind. `require` has two fields, handled in `pipeline-form.ts`. */
const stepFields: Readonly<Record<string, readonly FormField[]>> = {
  issuance: [id, kind, session, field('credential', 'text'), onFailure],
  presentation: [id, kind, session, field('use_case', 'text'), onFailure],
  campaign: [
    id,
    kind,
    field('campaign', 'choice', ''),
    field('presets', 'lines'),
    field('expected_failures', 'text'),
    field('fail_on', 'choice', 'must'),
    onFailure,
  ],
  custom: [id, kind, field('custom_check', 'text'), field('runs', 'choice', 'external'), onFailure],
}

const inSession = (member: string, type: FieldType = 'choice'): FormField => ({
  ...field(member, type),
  name: `session.${member}`,
})

/** Members of a step's session that have fields, by the kind of the step. Others are kept, and edited as JSON. */
const sessionFields: Readonly<Record<string, readonly FormField[]>> = {
  issuance: [
    inSession('issuer_configuration_id'),
    inSession('credential_configuration_id'),
    inSession('flow'),
    inSession('credential_offer_mode'),
    inSession('trust_framework'),
    inSession('dpop_nonce'),
  ],
  presentation: [
    inSession('dcql_query', 'query'),
    inSession('request_delivery'),
    inSession('request_uri_method'),
    inSession('response_mode'),
    inSession('profile'),
    inSession('trust_framework'),
  ],
}

/** Fields of the session that a step of this kind starts; none for a kind without one. */
export const sessionFieldsOfKind = (name: string): readonly FormField[] =>
  (Object.hasOwn(sessionFields, name) ? sessionFields[name] : undefined) ?? []

const allSessionFields = Object.values(sessionFields).flat()

/** Session of a step that was of another kind: without the members that only the other kind has. */
export function sessionForKind(
  session: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const own = new Set(sessionFieldsOfKind(name).map(({ member }) => member))
  const foreign = new Set(allSessionFields.map(({ member }) => member).filter((member) => !own.has(member)))
  return Object.fromEntries(Object.entries(session).filter(([member]) => !foreign.has(member)))
}

/** Kinds whose steps say what must pass. */
export const requiringKinds: ReadonlySet<string> = new Set(['issuance', 'presentation'])

/** Fields of a kind; for an unknown kind, those of every step. */
export const fieldsOfKind = (name: string): readonly FormField[] =>
  (Object.hasOwn(stepFields, name) ? stepFields[name] : undefined) ?? [id, kind, onFailure]

/** All members of any kind of step. */
export const stepMembers: ReadonlySet<string> = new Set([
  ...Object.values(stepFields).flatMap((fields) => fields.map(({ member }) => member)),
  'require',
])

/** All form fields of any kind of step. */
export const stepFieldNames: readonly string[] = [
  ...new Set(Object.values(stepFields).flatMap((fields) => fields.map(({ name }) => name))),
  ...new Set(allSessionFields.map(({ name }) => name)),
  'require',
  'require_checks',
]

/** Text of the field for a member. */
export function memberText(value: unknown, { type, otherwise = '' }: Pick<FormField, 'type' | 'otherwise'>): string {
  if (value === undefined) return otherwise
  if (type === 'query') return commonQueryId(value)
  if (typeof value === 'string') return value
  if (type === 'number' && typeof value === 'number') return String(value)
  if (type === 'lines' && Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n')
  return JSON.stringify(value, null, type === 'json' ? 2 : 0)
}

/** The choice for a query that no common one equals. */
export const ownQueryChoice = 'own'

const commonQueries = verifierPresets.flatMap(({ id, query }) =>
  query === null ? [] : [[id, JSON.stringify(query)] as const],
)

function commonQueryId(query: unknown): string {
  const text = JSON.stringify(query)
  return commonQueries.find(([, common]) => common === text)?.[0] ?? ownQueryChoice
}

/** Non-empty lines of a text, trimmed. */
export const nonEmptyLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Member for a field's text; `undefined` for none. Malformed text is kept as text. */
export function parseMember(text: string, type: FieldType): { readonly value: unknown; readonly problem?: string } {
  const bare = text.trim()
  if (bare === '') return { value: undefined }
  switch (type) {
    case 'text':
      return { value: text.includes('\n') ? text : bare }
    case 'choice':
      return { value: bare }
    case 'number':
      return { value: /^-?\d{1,15}$/.test(bare) ? Number(bare) : bare }
    case 'lines':
      return { value: nonEmptyLines(text) }
    case 'json':
      return parseTypedJson(bare)
    case 'query':
      return { value: verifierPresets.find(({ id }) => id === bare)?.query ?? bare }
  }
}

/** Parses typed JSON; invalid text is returned with the problem. */
export function parseTypedJson(text: string): { readonly value: unknown; readonly problem?: string } {
  if (text.trim() === '') return { value: text, problem: 'is empty' }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { value: text, problem: `must be JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` }
  }
}

/** Normalises line endings: browsers send CR LF. */
export const normaliseLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** Compares field texts ignoring line endings. */
export const isSameText = (one: string, other: string): boolean => normaliseLineEnds(one) === normaliseLineEnds(other)

export const asObject = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})
