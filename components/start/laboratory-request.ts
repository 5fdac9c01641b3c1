import type { Json, JsonObject } from '@/lib/core/ground/values/json'
import type { LaboratoryField, LaboratoryMember } from '@/lib/queries/laboratory-options'
import { isJsonObject, parseJson } from './read-options'

/** What a tester entered, by the path of the member: `deferred.interval`. An option without an entry is left out. */
export type LaboratoryEntries = Readonly<Record<string, string>>

/** The object `laboratory` of the request that a form stands for, and the options whose text is not JSON. */
export function laboratoryRequest(
  fields: readonly LaboratoryField[],
  entries: LaboratoryEntries,
): { readonly laboratory: JsonObject; readonly unreadable: readonly string[] } {
  const unreadable: string[] = []
  const readMember = ({ name, control }: LaboratoryMember, path: string): Json | undefined => {
    const text = entries[path] ?? ''
    if (control.kind === 'members') {
      if (text !== 'true') return undefined
      return defined(control.members.map((one) => [one.name, readMember(one, `${path}.${one.name}`)]))
    }
    if (text === '') return undefined
    if (control.kind === 'choice' && control.isNumeric !== true) return text
    const value = parseJson(text)
    if (value === undefined) unreadable.push(name)
    return value
  }
  const laboratory = defined(fields.map((field) => [field.name, readMember(field, field.name)]))
  return { laboratory, unreadable }
}

const defined = (members: readonly (readonly [string, Json | undefined])[]): JsonObject =>
  Object.fromEntries(members.filter((one): one is readonly [string, Json] => one[1] !== undefined))

/** The entries that stand for a request, JSON on lines of its own. */
export function entriesOf(fields: readonly LaboratoryMember[], laboratory: JsonObject, prefix = ''): LaboratoryEntries {
  return Object.fromEntries(
    fields.flatMap(({ name, control }): (readonly [string, string])[] => {
      const { [name]: value } = laboratory
      if (value === undefined || value === null) return []
      const path = `${prefix}${name}`
      if (control.kind === 'members' && isJsonObject(value))
        return [[path, 'true'], ...Object.entries(entriesOf(control.members, value, `${path}.`))]
      return [[path, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]]
    }),
  )
}
