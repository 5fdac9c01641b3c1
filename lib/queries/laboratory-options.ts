import 'server-only'
import { z } from 'zod'
import { isObject, isSameJson, type JsonObject } from '@/lib/core/ground/values/json'
import { laboratoryOptionGroups } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'

/** How a form draws the value of an option. */
export type LaboratoryControl =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** An object that may be left out. */
  | { readonly kind: 'members'; readonly members: readonly LaboratoryMember[] }
  /** Anything else is written as JSON. */
  | { readonly kind: 'json' }

/** A member of an object among the options. */
export interface LaboratoryMember {
  readonly name: string
  readonly control: LaboratoryControl
  /** As JSON text; empty for a member that must be given. */
  readonly byDefault: string
}

/** An option as a form shows it. */
export interface LaboratoryField extends LaboratoryMember {
  /** What it does, with its clause. */
  readonly description: string
}

/** The options of a laboratory by what they concern, for the page that starts one. */
export const laboratoryFieldGroups = (): readonly {
  readonly title: string
  readonly fields: readonly LaboratoryField[]
}[] =>
  laboratoryOptionGroups.map(({ title, options }) => ({
    title,
    fields: Object.entries(options).map(([name, { schema, byDefault, description }]) => ({
      name,
      control: controlOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject),
      byDefault: JSON.stringify(byDefault),
      description,
    })),
  }))

/** An option that is not the default. */
export interface ChangedOption {
  readonly name: string
  /** As JSON text. */
  readonly value: string
  /** What it does, with its clause. */
  readonly description: string
}

/** The options of a laboratory that are not the default, in the words of the form that asks for them. */
export const changedLaboratoryOptions = (options: Readonly<Record<string, unknown>>): ChangedOption[] =>
  laboratoryOptionGroups.flatMap((group) =>
    Object.entries(group.options).flatMap(([name, { byDefault, description }]) =>
      isSameJson(options[name], byDefault) ? [] : [{ name, value: JSON.stringify(options[name]), description }],
    ),
  )

function controlOf(schema: JsonObject): LaboratoryControl {
  const { type, minimum, maximum, properties } = schema
  const values = schema.enum
  if (Array.isArray(values) && values.every((one) => typeof one === 'string')) return { kind: 'choice', values }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number')
    return { kind: 'number', min: minimum, max: maximum }
  const objects = (Array.isArray(schema.anyOf) ? schema.anyOf : []).filter((one): one is JsonObject => isObject(one))
  const [first, second] = objects
  // An object or null: with or without it.
  if (objects.length === 2 && first !== undefined && second?.type === 'null') return controlOf(first)
  if (type === 'object' && isObject(properties)) {
    const members = Object.entries(properties).map(([name, member]) => {
      const of = isObject(member) ? member : {}
      return { name, control: controlOf(of), byDefault: of.default === undefined ? '' : JSON.stringify(of.default) }
    })
    if (members.every(({ control: { kind } }) => kind !== 'members')) return { kind: 'members', members }
  }
  return { kind: 'json' }
}
