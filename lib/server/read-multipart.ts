import type { FormPart, ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/** Takes a form apart with the reader of the platform. Names and texts are UTF-8. RFC 7578 section 5.1.2 */
export const readMultipart: ScoreboardPorts['readMultipart'] = async (bytes, contentType) => {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
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
