import { curlCommand } from '@/lib/core/ground/http/curl-command'
import type { Json } from '@/lib/core/ground/values/json'

/** The command equivalent of a form: posts the members to the path. Members without a value are omitted. */
export const curlOfForm = (url: string, request: Readonly<Record<string, Json>>): string =>
  curlCommand({
    method: 'POST',
    url,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(Object.fromEntries(Object.entries(request).filter(([, value]) => value !== '')), null, 2),
  })
