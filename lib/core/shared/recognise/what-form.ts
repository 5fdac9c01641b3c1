import { isObject, type Json } from '../values/json'
import { type Form, type FormKey, forms } from './forms'

/** Longest text that is examined, and how deep a value may be nested. */
const bounds = { characters: 256 * 1024, depth: 8, members: 2048 } as const

/**
 * The form that something has in place of the one that is due: the first of `looked`, in this order. `null` if it has
 * none of them, or is too large to tell. Asked after a violation only; never throws.
 */
export function whatForm<Key extends FormKey>(input: unknown, looked: readonly Key[]): Key | null {
  if (!isBounded(input)) return null
  return looked.find((key) => (forms[key] as Form).is(input)) ?? null
}

function isBounded(input: unknown): boolean {
  // CBOR was bounded when it was read, and forms look at its outermost items.
  if (isObject(input) && ArrayBuffer.isView(input.encoded)) return true
  let left: number = bounds.members
  const fits = (value: unknown, depth: number): boolean => {
    left -= 1
    if (left < 0 || depth > bounds.depth) return false
    if (typeof value === 'string') return value.length <= bounds.characters
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
    return Object.values(value as Readonly<Record<string, Json>>).every((member) => fits(member, depth + 1))
  }
  return fits(input, 0)
}

/** The words of a form as a reason of a check. */
export interface FormReason {
  readonly says: string
  readonly fix: string
  readonly draft?: string
}

/**
 * The reasons of a check that looks for these forms, by their keys. `what` is what has the wrong form: `vp_token`,
 * `request`.
 */
export const formReasons = <Key extends FormKey>(
  what: string,
  looked: readonly Key[],
): Readonly<Record<Key, FormReason>> =>
  Object.fromEntries(
    looked.map((key) => {
      const { says, fix, draft }: Form = forms[key]
      const reason = { says: `The ${what} ${says}`, fix: fix.replace('{what}', `the ${what}`) }
      return [key, draft === undefined ? reason : { ...reason, draft }]
    }),
  ) as Record<Key, FormReason>
