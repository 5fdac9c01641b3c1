/** Most characters of a value in a table. */
const shownMax = 160
/** Characters shown before the first difference. */
const leadMax = 24

/** The part of a text to show beside another one: all of a short text, otherwise what is around their first difference. */
export function shownPart(
  text: string,
  other: string,
): { readonly lead: boolean; readonly part: string; readonly rest: boolean } {
  if (text.length <= shownMax) return { lead: false, part: text, rest: false }
  const most = Math.min(text.length, other.length)
  let at = 0
  while (at < most && text[at] === other[at]) at += 1
  const from = Math.max(0, Math.min(at - leadMax, text.length - shownMax))
  return { lead: from > 0, part: text.slice(from, from + shownMax), rest: from + shownMax < text.length }
}
