import type { Json } from '../values/json'
import { isObject } from '../values/json'

/** The steps of a pointer below a document; `null` for a text that is none, and for the whole document. RFC6901-3 */
export function stepsOf(pointer: string): string[] | null {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const isIndex = (step: string): boolean => /^(?:0|[1-9]\d{0,5})$/.test(step)

/** The value one step down; `undefined` where nothing is. Sees own members and canonical indexes only. RFC6901-4 */
export function stepDown(value: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(value)) return isIndex(step) ? value[Number(step)] : undefined
  return isObject(value) && Object.hasOwn(value, step) ? (value[step] as Json) : undefined
}

/** The value at a place; `undefined` where nothing is. */
export const valueAt = (document: Json, steps: readonly string[]): Json | undefined =>
  steps.reduce<Json | undefined>(stepDown, document)

/** Whether `add` may write there: a member of any name, an element up to the end of its list, or `-`. RFC6902-4.1 */
export function takesNew(document: Json, steps: readonly string[]): boolean {
  const parent = valueAt(document, steps.slice(0, -1))
  const last = steps.at(-1) ?? ''
  if (Array.isArray(parent)) return last === '-' || (isIndex(last) && Number(last) <= parent.length)
  return isObject(parent)
}
