import type { Json } from '@/lib/core/json'

/** The command that does what a form does: posts the members to the path. Members without a value are left out. */
export function curlCommand(url: string, request: Readonly<Record<string, Json>>): string {
  const body = JSON.stringify(Object.fromEntries(Object.entries(request).filter(([, value]) => value !== '')), null, 2)
  // Inside single quotes a shell knows one special character only.
  const quoted = body.replaceAll("'", `'\\''`)
  return `curl -X POST ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${quoted}'`
}
