import type { Json } from '../values/json'

/** CDDL types of the mdoc encoding that the PID uses. */
type MdocType = 'tstr' | 'full-date' | 'bstr' | 'uint' | 'array of tstr' | 'place'

/** One data identifier of the PID with its name in each encoding. */
export interface PidAttribute {
  /** Data identifier of the rulebook. */
  readonly identifier: string
  /** Path of the claim in an SD-JWT VC. */
  readonly sdJwtPath: readonly [string, ...string[]]
  /** Element in the namespace of the PID; `null` where that encoding has none. `bstr` values are given as base64. */
  readonly mdoc: { readonly element: string; readonly type: MdocType } | null
  readonly display: { readonly en: string; readonly it: string }
}

/** An attribute together with what it says of the test subject. */
export interface PidValue extends PidAttribute {
  readonly value: Json
}
