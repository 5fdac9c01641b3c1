import type { FormPart, ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/**
 * Parses a form with the platform's parser. Names and texts are UTF-8. RFC 7578 section 5.1.2. Counts the parts by
 * their boundary first, because the parser takes quadratic time in their number.
 */
export const readMultipart: ScoreboardPorts['readMultipart'] = async (bytes, contentType, partsMax) => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;"\s]+))/i.exec(contentType) ?? []
  const body = Buffer.from(bytes)
  if (countOf(`\r\n--${quoted ?? plain ?? ''}`, body, partsMax + 2) > partsMax + 1) return null
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
    const parts: FormPart[] = []
    for (const [name, value] of form)
      parts.push({
        name,
        bytes: typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer()),
      })
    return parts.length > partsMax ? null : parts
  } catch {
    return null
  }
}

/** How often a delimiter occurs in a body, at most `most`. */
function countOf(delimiter: string, body: Buffer, most: number): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at !== -1 && count < most; at = body.indexOf(delimiter, at + delimiter.length))
    count += 1
  return count
}
