import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { headerValue, type SendHttp } from '@/lib/wallet/http/wire'
import type { HttpClient, HttpRequest } from './http-client'
import { undocumented } from './undocumented'

/** Where exchanges and the description differed so far. A test asserts at its end that there is nothing in it. */
export interface Differences {
  readonly found: string[]
  /** How many exchanges were compared. */
  compared: number
}

/** The description that a running service gives of itself. */
export async function fetchDescription(baseUrl: string): Promise<OpenApiDocument> {
  return (await fetch(`${baseUrl}/openapi.json`)).json()
}

/** The transport of the reference wallet, with each exchange held against the description. */
export const documentedWallet =
  (send: SendHttp, document: OpenApiDocument, differences: Differences): SendHttp =>
  async (request) => {
    const answer = await send(request)
    differences.compared += 1
    differences.found.push(
      ...undocumented(document, {
        method: request.method,
        path: new URL(request.url).pathname,
        requestType: headerValue(request.headers, 'content-type'),
        requestBody: request.body,
        status: answer.status,
        answerType: headerValue(answer.headers, 'content-type'),
        answerBody: answer.body,
      }),
    )
    return answer
  }

/** A client of tests, with each exchange held against the description. */
export function documentedClient(http: HttpClient, document: OpenApiDocument, differences: Differences): HttpClient {
  const send = async (request: HttpRequest) => {
    const answer = await http(request)
    differences.compared += 1
    differences.found.push(
      ...undocumented(document, {
        method: request.method ?? 'GET',
        path: request.path.split('?')[0] ?? '',
        requestType: request.headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null,
        requestBody: typeof request.body === 'string' ? request.body : null,
        status: answer.status,
        answerType: answer.header('content-type'),
        answerBody: answer.body,
      }),
    )
    return answer
  }
  return Object.assign(send, { close: () => http.close() })
}
