/** A NumericDate claim. RFC7519-2 */
export interface NumericDateReading {
  readonly present: boolean
  readonly type: 'number' | 'string' | 'other' | 'absent'
  /** Seconds since 1970; `null` when it is not a finite number. */
  readonly seconds: number | null
  /** Seconds after the arrival of the response; negative before it; `null` when it is not a finite number. */
  readonly fromNow: number | null
  /** So large that it must be milliseconds. */
  readonly looksLikeMilliseconds: boolean
}
