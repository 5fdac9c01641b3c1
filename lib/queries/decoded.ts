/** Decodes one part of a path; `null` for a part that cannot be decoded, which names nothing. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
