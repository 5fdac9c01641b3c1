import type { Wording } from '../../ground/values/wording'
/** The `vp_token` of a response as it came, before a presentation is looked into. `vp.token.*` OID4VP-1FINAL-8.1 */
export interface VpTokenReading {
  /** `vp.token.present` */
  readonly present: boolean
  /** Where it came from: a form member holds JSON text, the payload of a JWE holds JSON. */
  readonly carrier: 'form' | 'jwe'
  /** `vp.token.is_object`: what it is once texts that hold JSON are read; `unreadable` when it is not JSON. */
  readonly type: JsonType | 'unreadable' | 'absent'
  /** In a JWE: a text that holds JSON instead of JSON itself. `vp.token.is_object` */
  readonly encodedAsText: boolean
  /** The text that was to hold JSON, and the value read from it, `undefined` for none; absent where there was no text. */
  readonly parsed?: { readonly text: string; readonly value: unknown }
  /** Why it could not be read: a fixed sentence without input; `null` when it could. */
  readonly reason: Wording | null
  /** Names that an object holds more than once, as paths such as `/pid`. `vp.token.unique_keys` */
  readonly duplicateNames: readonly string[]
  /** In the order of the token. `vp.token.not_empty` */
  readonly entries: readonly VpTokenEntry[]
  /** Where there is no object: what looks like presentations nevertheless, so that it can be looked into. */
  readonly loose: readonly VpTokenElement[]
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** What is under one key. */
export interface VpTokenEntry {
  readonly queryId: string
  /** `vp.token.array`: anything but `array` is wrapped, so that it can be looked into. */
  readonly type: JsonType
  /** `vp.token.array_not_empty`, `vp.token.count`: empty also for `null`. */
  readonly elements: readonly VpTokenElement[]
}

/** One presentation. `vp.token.entry_type` */
export interface VpTokenElement {
  readonly index: number
  readonly type: JsonType
  /** `null` when it is not text. */
  readonly text: string | null
  /** An object that looks like the JSON serialisation of an SD-JWT. RFC9901-8 */
  readonly jsonSerialisation: boolean
}
