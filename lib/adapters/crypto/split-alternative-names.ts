/**
 * Splits Node's `subjectAltName` (`DNS:example.com, URI:"a, b"`) into its names. Node quotes a name that contains a
 * comma or a quote, so that a URI cannot pose as several names; this removes the quotes.
 */
export function splitAlternativeNames(text: string): string[] {
  const names: string[] = []
  const name = /([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const [, kind = '', value = ''] = match
    names.push(`${kind}:${unquote(value)}`)
  }
  return names
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}
