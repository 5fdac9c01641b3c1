/** From this many words on, a text is easier to read as a list. */
const listedFrom = 25

/** The sentences of a text of 25 words or more; a shorter one whole. A point inside a name or value ends none. */
export function sentencesOf(text: string): string[] {
  if (text.split(/\s+/).length < listedFrom) return [text]
  return text.split(/(?<=[.!?])\s+(?=[A-Z])/)
}
