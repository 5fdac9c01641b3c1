/** A day in words, in UTC: a statement is valid until the same moment everywhere, also on paper. */
export const Day = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at} className="whitespace-nowrap">
    {dayWords(at)}
  </time>
)

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** An RFC 3339 instant as a day in UTC, e.g. `28 November 2026`. */
const dayWords = (at: string): string => format.format(new Date(at))
