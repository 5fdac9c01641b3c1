import type { HttpAnswer, HttpClient, HttpRequest, JsonRecord } from './http-client'

/** A request that was answered, with the number under which it is found in the evidence. */
export interface AnsweredRequest {
  readonly number: string
  readonly method: string
  readonly path: string
  readonly answer: HttpAnswer
}

/** A client that numbers its requests and remembers those that were answered. */
export interface NumberedClient extends HttpClient {
  readonly answered: readonly AnsweredRequest[]
}

/**
 * The header that carries the number, as the name of a program does its version: the evidence of every protocol shows
 * that one as it was sent.
 */
const numberHeader = 'User-Agent'
const program = 'numbered-requests/'
/** Counts over all clients, so that no number means two requests of a test file. */
let sent = 0

/** Wraps a client; `onAnswer` is told how many answers have come so far. */
export function numberRequests(
  client: HttpClient,
  onAnswer: (count: number) => void = () => undefined,
): NumberedClient {
  const answered: AnsweredRequest[] = []
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const number = String(++sent)
    const answer = await client({
      ...request,
      headers: [...(request.headers ?? []), [numberHeader, `${program}${number}`]],
    })
    answered.push({ number, method: request.method ?? 'GET', path: request.path, answer })
    onAnswer(answered.length)
    return answer
  }
  return Object.assign(send, { answered, close: () => client.close() })
}

/** The number that a record of the evidence carries, `null` for one without. */
export function numberOf(headers: unknown): string | null {
  const value = (headers as JsonRecord | null)?.[numberHeader.toLowerCase()]
  return typeof value === 'string' && value.startsWith(program) ? value.slice(program.length) : null
}
