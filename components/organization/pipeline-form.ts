import { isObject } from '@/lib/core/shared/values/json'
import {
  asObject,
  entityFields,
  type FormField,
  fieldsOfKind,
  isSameText,
  memberText,
  nonEmptyLines,
  parseMember,
  parseTypedJson,
  requiringKinds,
  sessionFieldsOfKind,
  sessionForKind,
  stepMembers,
  topFields,
} from './form-fields'

type Texts = Readonly<Record<string, string>>

/** A step in the form. */
export interface StepForm {
  /** Index of the step in the base definition; `null` for a new step. */
  readonly from: number | null
  /** Texts of its fields, including those of other kinds. */
  readonly texts: Texts
}

/** A definition in the form: the input, and the definition it started from. */
export interface DefinitionForm {
  /**
   * Definition that the form started from. Members that no field changed are copied from it: absent ones stay absent,
   * unknown ones are kept.
   */
  readonly base: Readonly<Record<string, unknown>>
  readonly texts: Texts
  readonly steps: readonly StepForm[]
}

/** A problem at a place, as the API names it. */
export interface FormProblem {
  readonly path: string
  readonly message: string
}

/** Initial definition of a new pipeline. */
export const newDefinition: Readonly<Record<string, unknown>> = {
  version: 1,
  runner: 'built_in_wallet',
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' } }],
}

/** Form for a definition; `null` if no form can represent the value. */
export function formOfDefinition(value: unknown): DefinitionForm | null {
  if (!isObject(value)) return null
  const { entities = {}, steps = [] } = value
  if (!isObject(entities) || !Array.isArray(steps) || !steps.every(isObject)) return null
  const texts = [
    ...topFields.map((field) => [field.name, memberText(value[field.member], field)] as const),
    ...entityFields.map((field) => [field.name, memberText(entities[field.member], field)] as const),
  ]
  return {
    base: value,
    texts: Object.fromEntries(texts),
    steps: steps.map((step, from) => ({ from, texts: textsOfStep(step) })),
  }
}

/** Field texts of a step. */
function textsOfStep(step: Readonly<Record<string, unknown>>): Texts {
  const kind = memberText(step.kind, { type: 'choice' })
  const own = fieldsOfKind(kind).map((field) => [field.name, memberText(step[field.member], field)] as const)
  const session = asObject(step.session)
  const inside = sessionFieldsOfKind(kind).map(
    (field) => [field.name, memberText(session[field.member], field)] as const,
  )
  return Object.fromEntries([
    ...own,
    ...inside,
    ...(requiringKinds.has(kind) ? Object.entries(textsOfRequire(step.require)) : []),
  ])
}

/** `require` is shown as a choice, with check ids below it. */
const textsOfRequire = (value: unknown): { readonly require: string; readonly require_checks: string } =>
  Array.isArray(value)
    ? { require: 'checks', require_checks: memberText(value, { type: 'lines' }) }
    : { require: memberText(value, { type: 'choice', otherwise: 'all' }), require_checks: '' }

/** Definition in a form, with the places whose text is not valid JSON. */
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
  const isOfKind = memberText(was.kind, { type: 'choice' }) === kind
  // A step that changed its kind loses members of the old kind only, and keeps unknown ones.
  const kept = Object.fromEntries(
    Object.entries(was).filter(([member]) => isOfKind || own.has(member) || !stepMembers.has(member)),
  )
  const typed = withFields(kept, { fields, texts, at, problems })
  const step =
    sessionFieldsOfKind(kind).length === 0
      ? typed
      : changed(typed, [['session', sessionOfForm(typed.session, { kind, isOfKind, texts, at, problems })]])
  return requiringKinds.has(kind) ? changed(step, [['require', requireOfForm(texts, was.require)]]) : step
}

/**
 * Session of a step with its fields applied to `base`, which holds the members without one. A `base` that is no object
 * was typed as JSON, and stays.
 */
function sessionOfForm(
  base: unknown,
  {
    kind,
    isOfKind,
    texts,
    at,
    problems,
  }: {
    readonly kind: string
    /** False for a new step, and one that had another kind. */
    readonly isOfKind: boolean
    readonly texts: Texts
    readonly at: string
    readonly problems: FormProblem[]
  },
): unknown {
  if (base !== undefined && !isObject(base)) return base
  const kept = isOfKind ? asObject(base) : sessionForKind(asObject(base), kind)
  const fields = sessionFieldsOfKind(kind).filter(({ name }) => texts[name] !== undefined)
  const session = withFields(kept, { fields, texts, at: `${at}session.`, problems })
  return base === undefined && isOfKind && Object.keys(session).length === 0 ? undefined : session
}

/** The session that the fields of a step begin with; `null` while its text is no JSON object. */
export function sessionOfStep({ texts }: StepForm): Readonly<Record<string, unknown>> | null {
  const text = texts.session ?? ''
  if (text.trim() === '') return {}
  const { value } = parseTypedJson(text)
  return isObject(value) ? value : null
}

function requireOfForm({ require = '', require_checks = '' }: Texts, was: unknown): unknown {
  const before = textsOfRequire(was)
  const isSame =
    require === before.require && (require !== 'checks' || isSameText(require_checks, before.require_checks))
  if (isSame) return was
  return require === 'checks' ? nonEmptyLines(require_checks) : require
}

/** Object with the edited fields applied. A field whose text is unchanged keeps its original value. */
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
    if (isSameText(text, memberText(was[field.member], field))) return [field.member, was[field.member]]
    const { value, problem } = parseMember(text, field.type)
    if (problem !== undefined) problems.push({ path: `${at}${field.member}`, message: problem })
    return [field.member, value]
  })
  return changed(was, typed)
}

/** Object with changed members, keeping its order; `undefined` removes a member, new members come last. */
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

/** Most steps that the form lets a user add, as many as a definition may have. */
export const stepsMax = 20

/** Edits of a form's steps. */
export type StepEdit = { readonly edit: 'add' } | { readonly edit: 'remove' | 'up' | 'down'; readonly step: number }

/** Adds, removes or moves a step, along with its input. */
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

/** Text of a step's field, or the meaning of its absence: fields of other kinds exist only once they were edited. */
export const stepText = (step: StepForm, name: string): string => {
  const { texts } = step
  const text = texts[name]
  if (text !== undefined) return text
  const inside = sessionFieldsOfKind(texts.kind ?? '').find((one) => one.name === name)
  if (inside !== undefined) return memberText(sessionOfStep(step)?.[inside.member], inside)
  if (name === 'require') return 'all'
  const field = fieldsOfKind(texts.kind ?? '').find((one) => one.name === name)
  return field?.otherwise ?? ''
}

/** Parses a definition typed as JSON. */
export const definitionOfText = (
  text: string,
): { readonly definition: unknown; readonly problems: readonly FormProblem[] } => {
  const { value, problem } = parseTypedJson(text)
  return { definition: value, problems: problem === undefined ? [] : [{ path: '', message: problem }] }
}

/** Definition as editable text. */
export const textOfDefinition = (definition: unknown): string => JSON.stringify(definition, null, 2) ?? ''

/** Name of a step's form field, and id of its control. */
export const stepFieldName = (step: number, name: string): string => `steps.${step}.${name}`

/** Problems by field, and those that belong to no field. */
export interface PlacedProblems {
  /** Problems with a field, each phrased to follow its name. */
  readonly of: (field: string) => readonly string[]
  readonly elsewhere: readonly FormProblem[]
}

/** Form fields outside the definition. */
const wordFields = ['name', 'organization', 'canonified_name', 'description'] as const

/**
 * Assigns each problem to the field of its member. `form`: `null` if the definition is shown as JSON, without a field
 * per member.
 */
export function placedProblems(problems: readonly FormProblem[], form: DefinitionForm | null): PlacedProblems {
  const fields = new Map<string, string>(wordFields.map((name) => [name, name]))
  if (form !== null) {
    for (const { member, name } of topFields) fields.set(member, name)
    for (const { member, name } of entityFields) fields.set(`entities.${member}`, name)
    form.steps.forEach((step, place) => {
      const { texts } = step
      const kind = (texts.kind ?? '').trim()
      for (const { member, name } of fieldsOfKind(kind))
        fields.set(`steps.${place}.${member}`, stepFieldName(place, name))
      for (const { member, name } of sessionOfStep(step) === null ? [] : sessionFieldsOfKind(kind))
        fields.set(`steps.${place}.session.${member}`, stepFieldName(place, name))
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

/** Field whose member a path leads to or into, with the rest of the path. */
function fieldOf(path: string, fields: ReadonlyMap<string, string>): readonly [name: string | null, inside: string] {
  const segments = path.split('.')
  for (let length = segments.length; length > 0; length--) {
    const name = fields.get(segments.slice(0, length).join('.'))
    if (name !== undefined) return [name, segments.slice(length).map(placeWords).join('.')]
  }
  return [null, '']
}

/** People count list entries from 1. */
const placeWords = (segment: string): string => (/^\d+$/.test(segment) ? `entry ${Number(segment) + 1}` : segment)
