import type { ClaimShape, KnownType } from './claim-shape'
import { isComponent, isFilledArray } from './path'
import type { Pointer, ProblemList, SelectionReason } from './problem-list'

interface Misfit {
  readonly reason: SelectionReason
  readonly message: string
}

type Path = readonly (string | number | null)[]

/** A claims query, in the part that selects. */
interface Selecting {
  readonly path: unknown
  readonly values: unknown
}

/**
 * Notes a claims query that can select nothing in any credential of its types: the wallet has to refuse it, and is not
 * to blame. `types`: those of the query; nothing is said where one is not known. OID4VP-1FINAL-7.1.1
 */
export function validateSelection(
  { path, values }: Selecting,
  {
    at,
    problems,
    types,
  }: { readonly at: Pointer; readonly problems: ProblemList; readonly types: readonly KnownType[] },
): void {
  if (types.length === 0 || !isFilledArray(path) || !path.every(isComponent)) return
  const misfits = types.map(({ claims }) => misfitOf(claims, path, values))
  const [first] = misfits
  if (first == null || misfits.includes(null)) return
  const ofValues = first.reason.startsWith('values_')
  const clause = ofValues
    ? 'OID4VP-1FINAL-6.3'
    : types[0]?.format === 'mso_mdoc'
      ? 'OID4VP-1FINAL-7.2'
      : 'OID4VP-1FINAL-7.1.1'
  problems.unanswerable(at.to(ofValues ? 'values' : 'path'), { ...first, clause })
}

function misfitOf(claims: ClaimShape, path: Path, values: unknown): Misfit | null {
  let shape: ClaimShape | null = claims
  let name = ''
  for (const step of path) {
    if (shape === null) return null
    const next = follow(shape, step, name)
    if (next !== null && 'reason' in next) return next
    shape = next
    if (typeof step === 'string') name = step
  }
  return shape === null || !isFilledArray(values) ? null : valueMisfit(shape, values)
}

/** What a step leads to; `name`: of the claim before it. */
function follow(shape: ClaimShape, step: string | number | null, name: string): ClaimShape | null | Misfit {
  switch (shape.kind) {
    case 'object':
      if (typeof step !== 'string')
        return misfit('index_on_object', `${quoted(name)} is an object: the path goes on with the name of a member.`)
      if (shape.members.has(step)) return shape.members.get(step) ?? null
      return shape.others?.test(step) ? null : misfit('claim_unknown', `The type has no claim ${quoted(step)} here.`)
    case 'array':
      if (typeof step !== 'string') return shape.element
      return /^\d{1,9}$/.test(step)
        ? misfit('text_for_index', `${quoted(step)} is a text: an index is a number.`)
        : misfit(
            'name_on_array',
            `${quoted(name)} is an array: the path goes on with null for all elements, or with the index of one.`,
          )
    default:
      return misfit('path_below_value', `${quoted(name)} is ${kindWords[shape.kind]}: nothing is below it.`)
  }
}

function valueMisfit(shape: ClaimShape, values: readonly unknown[]): Misfit | null {
  if (shape.kind === 'object' || shape.kind === 'array')
    return misfit(
      'values_on_container',
      `The path selects ${kindWords[shape.kind]}: only texts, numbers and booleans are compared with values.`,
    )
  if (shape.kind === 'bytes') return null
  const due = shape.kind === 'text' ? 'string' : shape.kind
  return values.some((value) => typeof value === due)
    ? null
    : misfit('values_of_other_type', `The claim is ${kindWords[shape.kind]}, and none of the values is one.`)
}

const kindWords: Readonly<Record<ClaimShape['kind'], string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'a boolean',
  bytes: 'a byte string',
  array: 'an array',
  object: 'an object',
}

const misfit = (reason: SelectionReason, message: string): Misfit => ({ reason, message })

/** Longest name that is repeated. */
const nameMax = 64

const quoted = (name: string): string => (name.length > nameMax ? 'The claim' : JSON.stringify(name))
