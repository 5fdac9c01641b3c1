/**
 * Decodes percent-encoding and never throws: invalid escapes stay as they are, and bytes that are not UTF-8 become
 * U+FFFD, as the URL Standard requires for `application/x-www-form-urlencoded`.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
      new TextDecoder().decode(Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
    )
  }
}
