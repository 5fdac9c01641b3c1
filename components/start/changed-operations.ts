import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'
import { mutationPresets } from '@/lib/core/shared/mutations/mutation-presets'
import { isObject, type Json, type JsonObject, pointerStep } from '@/lib/core/shared/values/json'
import { parseJson, textOf } from './read-options'
import { ownQuery } from './verifier-presets'

/** What an address says of a change: the fields of the form that starts a session, and the operations. */
export interface ChangeAddress {
  readonly fields: Readonly<Record<string, string>>
  /** As written. */
  readonly mutations: string
}

/** Fields that are no options: the controls of the change, what starts a wallet, and what must not be in an address. */
const leftOut = [
  ...['mutations', 'place', 'do', 'value', 'drop', 'example', 'run', 'fault'],
  ...['access_chain', 'access_key', 'rename_digest', 'laboratory_example'],
]

/** Longest query, in characters: a redirect to it fits in the 16 KiB of headers that most clients and proxies take. */
const addressCharactersMax = 12_000

/** The query of the page that shows what a form asks for after the button that sent it; `null` if it is too long. */
export function changeQuery(form: FormData): string | null {
  const isOwn = textOf(form, 'preset') === ownQuery
  const fields = Object.fromEntries(
    [...form].filter(
      ([name, value]) =>
        typeof value === 'string' &&
        value !== '' &&
        !leftOut.includes(name) &&
        !name.startsWith('laboratory.') &&
        (isOwn || name !== 'dcql_query'),
    ),
  )
  const query = new URLSearchParams({ fields: JSON.stringify(fields), mutations: operationsAfter(form) }).toString()
  return query.length > addressCharactersMax ? null : query
}

/** Reads an address again. Leaves out what a form could not have sent. */
export function readChange(fields: string, mutations: string): ChangeAddress {
  const read = parseJson(fields)
  const texts = Object.entries(isObject(read) ? read : {}).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && !leftOut.includes(one[0]),
  )
  return { fields: Object.fromEntries(texts), mutations }
}

/** The operations of a text; `null` for a text that is no JSON array. */
export function operationsIn(written: string): readonly Json[] | null {
  const list = written.trim() === '' ? [] : parseJson(written)
  return Array.isArray(list) ? list : null
}

/** The text of the operations after the button that sent a form. */
function operationsAfter(form: FormData): string {
  const example = mutationPresets.find(({ id }) => id === textOf(form, 'example'))
  if (example !== undefined) return written(example.mutations)
  const text = textOf(form, 'mutations')
  const operations = operationsIn(text)
  if (operations === null) return text
  const dropped = textOf(form, 'drop')
  if (dropped !== '') return written(operations.filter((_, index) => String(index) !== dropped))
  const added = operationOf(textOf(form, 'do'), textOf(form, 'place'), textOf(form, 'value'))
  return added === null ? text : written([...operations, added])
}

/** One operation a line. */
const written = (operations: readonly Json[]): string =>
  operations.length === 0 ? '' : `[\n${operations.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`

/** The member that a click means, as the value of its control. */
export function placeOf(
  { target, entry }: Pick<DocumentPair, 'target' | 'entry'>,
  steps: readonly string[],
  value: Json,
): string {
  const path = steps.map((step) => `/${pointerStep(step)}`).join('')
  return `${target} ${entry ?? '-'} ${typeof value === 'number' ? 'number' : 'other'} ${path}`
}

/** The operation of a click on a member, or on what is done to the signature. */
function operationOf(does: string, place: string, value: string): JsonObject | null {
  const [, op] = /^signature ([a-z_]+)$/.exec(does) ?? []
  if (op !== undefined) return { target: 'signature', op }
  const [, target = '', entry = '', kind, path = ''] = /^([a-z_]+) (-|\d+) (number|other) (\/.*)$/s.exec(place) ?? []
  const put = (by: Json): JsonObject => ({ ...at, op: 'put', path, value: by })
  const at = { target, ...(entry === '-' ? {} : { entry: Number(entry) }) }
  if (target === '') return null
  switch (does) {
    case 'remove':
      return { ...at, op: 'remove', path }
    case 'null':
      return put(null)
    case 'wrong type':
      return put(kind === 'number' ? 'one' : 1)
    case 'set':
      return put(parseJson(value) ?? value)
    default:
      return null
  }
}
