/**
 * Splits what node gives as `subjectAltName` (`DNS:example.com, URI:"a, b"`) into its names. A name with a comma or a
 * quote in it comes quoted, so that a URI cannot pose as several names; quotes are taken off here.
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
