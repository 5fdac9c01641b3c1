/** The command that does what the form does. Members without a value are left out. */
export function curlCommand(baseUrl: string, request: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(Object.fromEntries(Object.entries(request).filter(([, value]) => value !== '')), null, 2)
  // Inside single quotes a shell knows one special character only.
  const quoted = body.replaceAll("'", `'\\''`)
  return `curl -X POST ${baseUrl}/sessions \\\n  -H 'content-type: application/json' \\\n  -d '${quoted}'`
}
