import { streamedText } from './streamed-text'

/**
 * A chunk of the text that Next streams to its client:
 * https://nextjs.org/docs/app/getting-started/server-and-client-components
 */
const streamed = /<script[^>]*>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g

/**
 * A page without what depends on the build or on timing: names and number of its scripts and styles, module numbers,
 * marks of the difference between two random values, QR codes of random links, and how the stream is split.
 */
export function pageText(html: string): string {
  if (!html.includes('/_next/')) return html
  const pieces = [...html.matchAll(streamed)].map(([, literal]) => String(JSON.parse(literal ?? '""')))
  const without = html
    .replace(streamed, '')
    .replace(/(<script[^>]*>)\(globalThis\["TURBOPACK"\][\s\S]*?(?=<\/script>)/g, '$1built script')
    .replace(/<(?:script|link)\b[^>]*\/_next\/static\/[^>]*>(?:<\/script>)?/g, '<built file>')
    .replace(/(?:<built file>)+/g, '<built files>')
    .replace(/<mark [^>]*>|<\/mark>/g, '')
    .replace(/(<path stroke="var\(--color-qr-dark\)" d=)"[^"]*"/g, '$1"QR code"')
  const tree = streamedText(pieces.join(''))
    .replace(/"\/_next\/static\/[^"]*"/g, '"built file"')
    .replace(/("modules":)"[\w+/=]*"/g, '$1"QR code"')
  return `${without}\n--- streamed\n${tree}`
}

/**
 * Whether parts of a page were not ready when it was sent, and follow at its end. Another request may find them ready.
 */
export const isUnready = (html: string): boolean => html.includes('<!--$?-->')
