import type { HttpAnswer, HttpClient, HttpRequest, JsonRecord } from './http-client'

/** An answered request, with the number that identifies it in the evidence. */
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
 * The header with the number, in the form of a program version: the evidence of every protocol shows User-Agent as it
 * was sent.
 */
const numberHeader = 'User-Agent'
const program = 'numbered-requests/'
/** Counts over all clients, so that numbers are unique within a test file. */
let sent = 0

/** Wraps a client; `onAnswer` gets the number of answers so far. */
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

/** The number in a record of the evidence, or `null`. */
export function numberOf(headers: unknown): string | null {
  const value = (headers as JsonRecord | null)?.[numberHeader.toLowerCase()]
  return typeof value === 'string' && value.startsWith(program) ? value.slice(program.length) : null
}
