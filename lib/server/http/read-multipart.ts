import { randomBytes } from 'node:crypto'
import { MIMEType } from 'node:util'
import type { FormPart, ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/**
 * Parses a form with the platform's parser. Names and texts are UTF-8. RFC 7578 section 5.1.2. The parts are found here
 * and delimited anew: the parser ends a part wherever the boundary occurs in it, also within a line, and takes quadratic
 * time in their number.
 */
export const readMultipart: ScoreboardPorts['readMultipart'] = async (bytes, contentType, partsMax) => {
  const boundary = boundaryOf(contentType)
  const found = boundary === null ? null : partsOf(Buffer.from(bytes), boundary, partsMax)
  if (found === null) return null
  const own = randomBytes(24).toString('hex')
  const body = Buffer.concat([
    ...found.flatMap((part) => [Buffer.from(`--${own}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${own}--\r\n`),
  ])
  try {
    const type = `multipart/form-data; boundary=${own}`
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const parts: FormPart[] = []
    for (const [name, value] of form)
      parts.push({
        name,
        bytes: typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer()),
      })
    return parts
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

/**
 * The parts between the delimiters, each with its header: a delimiter begins a line. `null` for too many parts, and for
 * a body that does not end with the closing delimiter. RFC 2046 section 5.1.1
 */
function partsOf(body: Buffer, boundary: string, partsMax: number): readonly Buffer[] | null {
  const delimiter = `\r\n--${boundary}`
  // The first delimiter may begin the body.
  const text = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: Buffer[] = []
  let at = text.indexOf(delimiter)
  while (at !== -1) {
    const start = at + delimiter.length
    if (text.subarray(start, start + 2).toString('latin1') === '--') return parts
    const content = afterPadding(text, start)
    at = text.indexOf(delimiter, start)
    if (content === null || at === -1 || parts.length === partsMax) return null
    parts.push(text.subarray(content, Math.max(content, at)))
  }
  return null
}

/** Where the line after a delimiter begins, which may end with spaces and tabs; `null` if anything else follows. */
function afterPadding(text: Buffer, start: number): number | null {
  let at = start
  while (text[at] === 0x20 || text[at] === 0x09) at += 1
  return text[at] === 0x0d && text[at + 1] === 0x0a ? at + 2 : null
}
