import 'server-only'
import { z } from 'zod'
import { lifecycleIssuances, ownCredentialPresets } from '@/lib/core/campaigns/presets/issuances'
import { laboratoryOptionGroups } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'
import { isObject, isSameJson, type JsonObject } from '@/lib/core/shared/values/json'

/** How a form draws the value of an option. */
export type LaboratoryControl =
  /** `areJson`: values that are JSON, such as numbers, are sent as such, the others as texts. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly areJson?: true }
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
  /** As JSON text; empty where there is none. */
  readonly byDefault: string
  /** What it does, of an option with its clause; empty where the object around it says so. */
  readonly description: string
}

/** An option as a form shows it. */
export type LaboratoryField = LaboratoryMember

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

/** What a form can start from. */
export interface LaboratoryExample {
  readonly id: string
  readonly title: string
  readonly laboratory: JsonObject
}

/** Presets of catalogue and campaigns that only set options: credentials that are no PID, and what comes after the first one. */
export const laboratoryExamples = (): LaboratoryExample[] =>
  [...ownCredentialPresets, ...lifecycleIssuances].flatMap(({ id, title, body }) => {
    const { laboratory, fault } = body({ authorityKeyIdentifier: '', scopeAlias: null })
    return isObject(laboratory) && fault === undefined ? [{ id, title, laboratory: laboratory as JsonObject }] : []
  })

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
  if (Array.isArray(values) && values.every((one) => ['string', 'number', 'boolean'].includes(typeof one)))
    return { kind: 'choice', values: values.map(String), areJson: true }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number')
    return { kind: 'number', min: minimum, max: maximum }
  const objects = (Array.isArray(schema.anyOf) ? schema.anyOf : []).filter((one): one is JsonObject => isObject(one))
  const [first, second] = objects
  // An object or null: with or without it.
  if (objects.length === 2 && first !== undefined && second?.type === 'null') return controlOf(first)
  if (type === 'object' && isObject(properties)) {
    const members = Object.entries(properties).flatMap(([name, member]): LaboratoryMember[] => {
      const of: JsonObject = isObject(member) ? member : {}
      // With a single value there is nothing to choose.
      if (of.const !== undefined) return []
      const byDefault = of.default === undefined ? '' : JSON.stringify(of.default)
      const description = typeof of.description === 'string' ? of.description : ''
      return [{ name, control: controlOf(of), byDefault, description }]
    })
    if (members.every(({ control: { kind } }) => kind !== 'members')) return { kind: 'members', members }
  }
  return { kind: 'json' }
}
