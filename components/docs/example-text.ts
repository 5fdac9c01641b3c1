import type { OperationView } from '@/lib/queries/api-reference'

type OperationExample = OperationView['example']

/** Inside single quotes, a shell has only one special character. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The command that sends the request of an example. */
export function exampleCommand(
  { target, headers = {}, json, form, mediaType = 'application/json', answer, status }: OperationExample,
  { method, baseUrl }: { readonly method: string; readonly baseUrl: string },
): string {
  const body = json !== undefined || form !== undefined
  const url = `${baseUrl}${target}`
  // With a body, curl uses POST by default.
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : ` -X ${method}`
  const show = status >= 300 ? ' -i' : ''
  const isFile = answer === undefined && /^(image|application)\//.test(mediaType) && mediaType !== 'application/json'
  return [
    `curl${verb}${show}${isFile ? ' -O' : ''} ${/[?&]/.test(url) ? quoted(url) : url}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ].join(' \\\n  ')
}

/** The answer of an example: its status, the header fields that matter, its body. */
export function exampleAnswer({
  status,
  answerHeaders = {},
  mediaType = 'application/json',
  answer,
}: OperationExample): string {
  const head = [`HTTP ${status}`, ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`)]
  if (answer === undefined) return [...head, ...(status === 200 ? [`Content-Type: ${mediaType}`] : [])].join('\n')
  return [...head, '', typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2)].join('\n')
}
