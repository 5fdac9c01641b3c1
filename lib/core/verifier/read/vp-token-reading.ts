import type { Wording } from '../../ground/values/wording'
/** The `vp_token` of a response as received, before any presentation is examined. `vp.token.*` OID4VP-1FINAL-8.1 */
export interface VpTokenReading {
  /** `vp.token.present` */
  readonly present: boolean
  /** Where it was found: a form member contains JSON text, a JWE payload contains JSON. */
  readonly carrier: 'form' | 'jwe'
  /** `vp.token.is_object`: its type once JSON texts are parsed; `unreadable` if it is not JSON. */
  readonly type: JsonType | 'unreadable' | 'absent'
  /** In a JWE: a string with JSON in it instead of JSON itself. `vp.token.is_object` */
  readonly encodedAsText: boolean
  /** The text that should be JSON and the parsed value, `undefined` if it is not JSON; absent if there was no text. */
  readonly parsed?: { readonly text: string; readonly value: unknown }
  /** Why it could not be read: a fixed sentence without input; `null` if it could. */
  readonly reason: Wording | null
  /** Duplicate names in an object, as paths such as `/pid`. `vp.token.unique_keys` */
  readonly duplicateNames: readonly string[]
  /** In the order of the token. `vp.token.not_empty` */
  readonly entries: readonly VpTokenEntry[]
  /** If it is not an object: what looks like presentations, so that it can still be examined. */
  readonly loose: readonly VpTokenElement[]
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** The entry under one key. */
export interface VpTokenEntry {
  readonly queryId: string
  /** `vp.token.array`: anything but an array is wrapped, so that it can be examined. */
  readonly type: JsonType
  /** `vp.token.array_not_empty`, `vp.token.count`: also empty for `null`. */
  readonly elements: readonly VpTokenElement[]
}

/** One presentation. `vp.token.entry_type` */
export interface VpTokenElement {
  readonly index: number
  readonly type: JsonType
  /** `null` if it is not a string. */
  readonly text: string | null
  /** Whether it is an object that looks like the JSON serialisation of an SD-JWT. RFC9901-8 */
  readonly jsonSerialisation: boolean
}
