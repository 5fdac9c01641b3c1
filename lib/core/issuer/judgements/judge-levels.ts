import { notApplicable, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { quote, say, word } from '../../ground/values/wording'

const known = ['iso_18045_high', 'iso_18045_moderate', 'iso_18045_enhanced-basic', 'iso_18045_basic']

/**
 * Judges `key_storage` or `user_authentication`: a non-empty array of values from appendix D.2, or of URLs, which are
 * recommended for values of other ecosystems. OID4VCI-1FINALA-D.2
 */
export function judgeLevels(value: unknown): Outcome {
  // The claim is OPTIONAL (appendix D.1). Whether the metadata requires a level is judged by another check.
  if (value === undefined) return tolerated({ expected: say`a non-empty array`, actual: null })
  if (!Array.isArray(value) || value.length === 0) {
    const actual = Array.isArray(value) ? say`an empty array` : word(typeof value)
    return violated({ expected: say`a non-empty array`, actual })
  }
  const unknown = value.filter((level) => !isLevel(level))
  const actual = value.slice(0, 10).map(shown)
  return unknown.length === 0
    ? pass(actual)
    : violated({ expected: [...known.map(quote), say`or a URL`], actual: unknown.slice(0, 10).map(shown) })
}

/** Judges whether at least one of the required levels is asserted. OID4VCI-1FINAL-12.2.4 */
export function judgeDemandedLevel(value: unknown, demanded: readonly string[]): Outcome {
  if (demanded.length === 0) return notApplicable(say`The metadata does not require a level.`)
  const asserted: readonly unknown[] = Array.isArray(value) ? value : []
  const met = demanded.filter((level) => asserted.includes(level))
  return met.length > 0
    ? pass(met.map(quote))
    : violated({ expected: { one_of: demanded.map(quote) }, actual: asserted.slice(0, 10).map(shown) })
}

const isLevel = (value: unknown): boolean =>
  typeof value === 'string' && (known.includes(value) || (/^https?:\/\//.test(value) && URL.canParse(value)))
