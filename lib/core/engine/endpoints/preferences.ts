import { type Exchange, type HeaderField, headerValues } from '../../shared/http/exchange'

/** The preferences that creations honour. RFC 7240 sections 4.2 and 4.4 */
const honoured = {
  'return=representation': /^\s*return\s*=\s*"?representation"?\s*(;|$)/i,
  'handling=strict': /^\s*handling\s*=\s*"?strict"?\s*(;|$)/i,
}

export type Preference = keyof typeof honoured

/** Whether a request states this preference. */
export const prefers = (exchange: Exchange, preference: Preference): boolean =>
  headerValues(exchange, 'prefer').some((value) => listed(value).some((one) => honoured[preference].test(one)))

/** The preferences of a header field; a comma in a quoted text separates none. RFC 7240 section 2 */
const listed = (value: string): readonly string[] => value.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? []

/** The header field that confirms those of these preferences that the request states; none without any. */
export function preferenceApplied(exchange: Exchange, preferences: readonly Preference[]): readonly HeaderField[] {
  const applied = preferences.filter((preference) => prefers(exchange, preference))
  return applied.length === 0 ? [] : [['Preference-Applied', applied.join(', ')]]
}
