import { isObject } from '@/lib/core/shared/values/json'

/** How a field represents a definition's member. */
type FieldType = 'text' | 'choice' | 'number' | 'lines' | 'json'

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
  'require',
  'require_checks',
]

/** Text of the field for a member. */
export function memberText(value: unknown, { type, otherwise = '' }: Pick<FormField, 'type' | 'otherwise'>): string {
  if (value === undefined) return otherwise
  if (typeof value === 'string') return value
  if (type === 'number' && typeof value === 'number') return String(value)
  if (type === 'lines' && Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n')
  return JSON.stringify(value, null, type === 'json' ? 2 : 0)
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
