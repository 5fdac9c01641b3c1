/** A part of the text that Next streams to its client: https://nextjs.org/docs/app/getting-started/server-and-client-components */
const streamed = /<script[^>]*>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g

/**
 * A page without what the build or the moment decides: names and number of its scripts and styles, numbers of modules, and
 * where the streamed text is cut into pieces.
 */
export function pageText(html: string): string {
  if (!html.includes('/_next/')) return html
  const pieces = [...html.matchAll(streamed)].map(([, literal]) => String(JSON.parse(literal ?? '""')))
  const without = html
    .replace(streamed, '')
    .replace(/<(?:script|link)\b[^>]*\/_next\/static\/[^>]*>(?:<\/script>)?/g, '<built file>')
    .replace(/(?:<built file>)+/g, '<built files>')
  return `${without}\n--- streamed\n${streamedText(pieces.join(''))}`
}

function streamedText(text: string): string {
  return text
    .replace(/(\w+:I\[)\d+,\[[^\]]*\]/g, '$1module,[built files]')
    .replace(/"\/_next\/static\/[^"]*"/g, '"built file"')
}
