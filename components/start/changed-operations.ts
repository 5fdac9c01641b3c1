import { type Json, type JsonObject, pointerStep } from '@/lib/core/shared/values/json'
import { mutationPresets } from './mutation-presets'

/** The query of the page, as far as it is about changes. */
export interface ChangeQuery {
  /** Present once somebody opened it. */
  readonly change?: string | undefined
  readonly mutations?: string | undefined
  readonly preset?: string | undefined
  /** An action, a target and a pointer, with spaces between. */
  readonly do?: string | undefined
  /** For `set`: JSON, or else a text. */
  readonly value?: string | undefined
}

/** Longest list of operations that an address carries, in characters. */
const queryCharactersMax = 16_000

/** The operations that a query asks for; `null` for a text that is no JSON array. */
export function operationsAsked(query: ChangeQuery): readonly unknown[] | null {
  const preset = mutationPresets.find(({ id }) => id === query.preset)
  if (preset !== undefined) return preset.mutations
  const written = query.mutations?.trim() || '[]'
  const list = written.length > queryCharactersMax ? undefined : parsed(written)
  if (!Array.isArray(list)) return null
  const added = operationOf(query.do, query.value)
  return added === null ? list : [...list, added]
}

/** The operation of a click. */
function operationOf(asked: string | undefined, value = ''): JsonObject | null {
  const [, action, target = '', path = ''] = /^(remove|null|number|text|set) ([a-z_]+) (\/.*)$/s.exec(asked ?? '') ?? []
  switch (action) {
    case 'remove':
      return { target, op: 'remove', path }
    case 'null':
      return { target, op: 'put', path, value: null }
    case 'number':
      return { target, op: 'put', path, value: 1 }
    case 'text':
      return { target, op: 'put', path, value: 'one' }
    case 'set':
      return { target, op: 'put', path, value: (parsed(value) ?? value) as never }
    default:
      return null
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The clicks on a member of a right document: what each is called, and what it asks for. */
export function clicksOn(target: string, member: string, right: Json): readonly (readonly [string, string])[] {
  const place = `${target} /${pointerStep(member)}`
  return [
    ['remove', `remove ${place}`],
    ['null', `null ${place}`],
    ['wrong type', `${typeof right === 'number' ? 'text' : 'number'} ${place}`],
    ['set', `set ${place}`],
  ]
}
