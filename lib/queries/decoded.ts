/** Decodes one path segment; `null` if it cannot be decoded, so it names nothing. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
