import { MIMEType } from 'node:util'
import type { FormPart, ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/**
 * Parses a form with the platform's parser. Names and texts are UTF-8. RFC 7578 section 5.1.2. Counts the parts by
 * their boundary first, because the parser takes quadratic time in their number.
 */
export const readMultipart: ScoreboardPorts['readMultipart'] = async (bytes, contentType, partsMax) => {
  const boundary = boundaryOf(contentType)
  const body = Buffer.from(bytes)
  if (boundary === null || countOf(`\r\n--${boundary}`, body, partsMax + 2) > partsMax + 1) return null
  try {
    // Does not use the client's own header, because parsers that read it differently would see different parts.
    const type = `multipart/form-data; boundary="${boundary}"`
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
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

/** The boundary that a media type states; `null` if there is none, or not as RFC 2046 section 5.1.1 allows. */
function boundaryOf(contentType: string): string | null {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary') ?? ''
    return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : null
  } catch {
    return null
  }
}

/** Counts how often a delimiter occurs in a body, up to `most`. */
function countOf(delimiter: string, body: Buffer, most: number): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at !== -1 && count < most; at = body.indexOf(delimiter, at + delimiter.length))
    count += 1
  return count
}
