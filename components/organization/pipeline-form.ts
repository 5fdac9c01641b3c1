import { isObject } from '@/lib/core/ground/values/json'
import {
  asObject,
  entityFields,
  type FormField,
  fieldsOfKind,
  isSameText,
  linesOf,
  memberOfText,
  parsed,
  requiringKinds,
  shownText,
  stepMembers,
  topFields,
} from './form-fields'

type Texts = Readonly<Record<string, string>>

/** A step in the form. */
export interface StepForm {
  /** The place of the step that it was in the definition that the form shows; `null` for a new one. */
  readonly from: number | null
  /** What its fields hold, those of other kinds too. */
  readonly texts: Texts
}

/** A definition in the form: what is typed, and what it was typed over. */
export interface DefinitionForm {
  /**
   * The definition that the form was made of. Members that no field changes stay as they are in it: absent ones absent, and those
   * that the form does not know.
   */
  readonly base: Readonly<Record<string, unknown>>
  readonly texts: Texts
  readonly steps: readonly StepForm[]
}

/** A place that is wrong, as the interface names it. */
export interface FormProblem {
  readonly path: string
  readonly message: string
}

/** What a new pipeline begins with. */
export const newDefinition: Readonly<Record<string, unknown>> = {
  version: 1,
  runner: 'built_in_wallet',
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
}

/** The form that shows a definition; `null` for a value that no form can show. */
export function formOfDefinition(value: unknown): DefinitionForm | null {
  if (!isObject(value)) return null
  const { entities = {}, steps = [] } = value
  if (!isObject(entities) || !Array.isArray(steps) || !steps.every(isObject)) return null
  const texts = [
    ...topFields.map((field) => [field.name, shownText(value[field.member], field)] as const),
    ...entityFields.map((field) => [field.name, shownText(entities[field.member], field)] as const),
  ]
  return {
    base: value,
    texts: Object.fromEntries(texts),
    steps: steps.map((step, from) => ({ from, texts: textsOfStep(step) })),
  }
}

/** What the fields of a step show. */
function textsOfStep(step: Readonly<Record<string, unknown>>): Texts {
  const kind = shownText(step.kind, { type: 'choice' })
  const own = fieldsOfKind(kind).map((field) => [field.name, shownText(step[field.member], field)] as const)
  return Object.fromEntries([...own, ...(requiringKinds.has(kind) ? Object.entries(textsOfRequire(step.require)) : [])])
}

/** `require` has a choice, and the ids of checks below it. */
const textsOfRequire = (value: unknown): { readonly require: string; readonly require_checks: string } =>
  Array.isArray(value)
    ? { require: 'checks', require_checks: shownText(value, { type: 'lines' }) }
    : { require: shownText(value, { type: 'choice', otherwise: 'all' }), require_checks: '' }

/** The definition that a form holds, with the places whose text has not even the form of JSON. */
export function definitionOfForm({ base, texts, steps }: DefinitionForm): {
  readonly definition: Readonly<Record<string, unknown>>
  readonly problems: readonly FormProblem[]
} {
  const problems: FormProblem[] = []
  const baseSteps: readonly unknown[] = Array.isArray(base.steps) ? base.steps : []
  const entities = withFields(asObject(base.entities), { fields: entityFields, texts, at: 'entities.', problems })
  const members = withFields(base, { fields: topFields, texts, at: '', problems })
  const typed = steps.map((step, index) => {
    const was = step.from === null ? {} : asObject(baseSteps[step.from])
    return stepOfForm(step, { was, at: `steps.${index}.`, problems })
  })
  return {
    definition: changed(members, [
      ['entities', base.entities === undefined && Object.keys(entities).length === 0 ? undefined : entities],
      ['steps', base.steps === undefined && typed.length === 0 ? undefined : typed],
    ]),
    problems,
  }
}

function stepOfForm(
  { texts }: StepForm,
  {
    was,
    at,
    problems,
  }: { readonly was: Readonly<Record<string, unknown>>; readonly at: string; readonly problems: FormProblem[] },
): Readonly<Record<string, unknown>> {
  const kind = (texts.kind ?? '').trim()
  const fields = fieldsOfKind(kind)
  const own = new Set([...fields.map(({ member }) => member), ...(requiringKinds.has(kind) ? ['require'] : [])])
  const isOfKind = shownText(was.kind, { type: 'choice' }) === kind
  // A step of another kind loses what only its old one had, and never what no form knows.
  const kept = Object.fromEntries(
    Object.entries(was).filter(([member]) => isOfKind || own.has(member) || !stepMembers.has(member)),
  )
  const step = withFields(kept, { fields, texts, at, problems })
  return requiringKinds.has(kind) ? changed(step, [['require', requireOfForm(texts, was.require)]]) : step
}

function requireOfForm({ require = '', require_checks = '' }: Texts, was: unknown): unknown {
  const before = textsOfRequire(was)
  const isSame =
    require === before.require && (require !== 'checks' || isSameText(require_checks, before.require_checks))
  if (isSame) return was
  return require === 'checks' ? linesOf(require_checks) : require
}

/** An object with what was typed into its fields. Where nothing else was typed than it had, it keeps what it had. */
function withFields(
  was: Readonly<Record<string, unknown>>,
  {
    fields,
    texts,
    at,
    problems,
  }: {
    readonly fields: readonly FormField[]
    readonly texts: Texts
    readonly at: string
    readonly problems: FormProblem[]
  },
): Readonly<Record<string, unknown>> {
  const typed = fields.map((field): [string, unknown] => {
    const text = texts[field.name] ?? ''
    if (isSameText(text, shownText(was[field.member], field))) return [field.member, was[field.member]]
    const { value, problem } = memberOfText(text, field.type)
    if (problem !== undefined) problems.push({ path: `${at}${field.member}`, message: problem })
    return [field.member, value]
  })
  return changed(was, typed)
}

/** An object with other members, in its own order; a member that is `undefined` goes. New ones come last. */
function changed(
  was: Readonly<Record<string, unknown>>,
  members: readonly (readonly [string, unknown])[],
): Readonly<Record<string, unknown>> {
  const others = new Map(members)
  const known = Object.entries(was).map(([member, value]): [string, unknown] => [
    member,
    others.has(member) ? others.get(member) : value,
  ])
  const added = members.filter(([member]) => !Object.hasOwn(was, member))
  return Object.fromEntries([...known, ...added].filter(([, value]) => value !== undefined))
}

/** The most steps that the form offers to add; a definition may have no more. */
export const stepsMax = 20

/** What can be done to the steps of a form. */
export type StepEdit = { readonly edit: 'add' } | { readonly edit: 'remove' | 'up' | 'down'; readonly step: number }

/** A form whose steps are others, or in another order. What was typed goes with them. */
export function editedSteps(form: DefinitionForm, asked: StepEdit): DefinitionForm {
  const { steps } = form
  if (asked.edit === 'add') return { ...form, steps: [...steps, newStep(steps)] }
  const { edit, step } = asked
  if (steps[step] === undefined) return form
  if (edit === 'remove') return { ...form, steps: steps.filter((_, place) => place !== step) }
  const target = edit === 'up' ? step - 1 : step + 1
  const other = steps[target]
  const moved = steps[step]
  if (other === undefined || moved === undefined) return form
  return { ...form, steps: steps.with(target, moved).with(step, other) }
}

function newStep(steps: readonly StepForm[]): StepForm {
  const taken = new Set(steps.map(({ texts }) => texts.id))
  let number = steps.length + 1
  while (taken.has(`step-${number}`)) number += 1
  const step = { id: `step-${number}`, kind: 'issuance', session: { flow: 'pre_authorized_code' } }
  return { from: null, texts: textsOfStep(step) }
}

/** The text of a field of a step, or what its absence means: a step has the fields of other kinds only once they were typed into. */
export const stepText = ({ texts }: StepForm, name: string): string => {
  const text = texts[name]
  if (text !== undefined) return text
  if (name === 'require') return 'all'
  const field = fieldsOfKind(texts.kind ?? '').find((one) => one.name === name)
  return field?.otherwise ?? ''
}

/** Reads a definition out of JSON as typed. */
export const definitionOfText = (
  text: string,
): { readonly definition: unknown; readonly problems: readonly FormProblem[] } => {
  const { value, problem } = parsed(text)
  return { definition: value, problems: problem === undefined ? [] : [{ path: '', message: problem }] }
}

/** A definition as the text that people edit. */
export const textOfDefinition = (definition: unknown): string => JSON.stringify(definition, null, 2) ?? ''

/** The name of a field of the form, and the id of its control. */
export const stepFieldName = (step: number, name: string): string => `steps.${step}.${name}`

/** What is wrong, by the field beside which it stands; and what stands beside none. */
export interface PlacedProblems {
  /** What is wrong with a field, each to stand behind its name. */
  readonly of: (field: string) => readonly string[]
  readonly elsewhere: readonly FormProblem[]
}

/** Fields of the form beside the definition. */
const wordFields = ['name', 'organization', 'canonified_name', 'description'] as const

/**
 * Places each problem beside the field whose member it is in. `form`: `null` where the definition is shown as JSON, which has no
 * field for each member.
 */
export function placedProblems(problems: readonly FormProblem[], form: DefinitionForm | null): PlacedProblems {
  const fields = new Map<string, string>(wordFields.map((name) => [name, name]))
  if (form !== null) {
    for (const { member, name } of topFields) fields.set(member, name)
    for (const { member, name } of entityFields) fields.set(`entities.${member}`, name)
    form.steps.forEach(({ texts }, place) => {
      const kind = (texts.kind ?? '').trim()
      for (const { member, name } of fieldsOfKind(kind))
        fields.set(`steps.${place}.${member}`, stepFieldName(place, name))
      if (requiringKinds.has(kind)) {
        const name = texts.require === 'checks' ? 'require_checks' : 'require'
        fields.set(`steps.${place}.require`, stepFieldName(place, name))
      }
    })
  }
  const placed = new Map<string, string[]>()
  const elsewhere: FormProblem[] = []
  for (const problem of problems) {
    const [name, inside] = fieldOf(problem.path, fields)
    if (name === null) elsewhere.push(problem)
    else
      placed.set(name, [...(placed.get(name) ?? []), inside === '' ? problem.message : `${inside}: ${problem.message}`])
  }
  return { of: (field) => placed.get(field) ?? [], elsewhere }
}

/** The field whose member a path leads to, or into, and the rest of the path there. */
function fieldOf(path: string, fields: ReadonlyMap<string, string>): readonly [name: string | null, inside: string] {
  const segments = path.split('.')
  for (let length = segments.length; length > 0; length--) {
    const name = fields.get(segments.slice(0, length).join('.'))
    if (name !== undefined) return [name, segments.slice(length).map(placeWords).join('.')]
  }
  return [null, '']
}

/** Entries of a list are counted from 1 where people read them. */
const placeWords = (segment: string): string => (/^\d+$/.test(segment) ? `entry ${Number(segment) + 1}` : segment)
