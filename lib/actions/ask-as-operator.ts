import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Asking } from '@/lib/core/scoreboard/asking'
import type { HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { isLoopbackAddress } from '@/lib/core/shared/http/loopback-address'
import { membersOf } from '@/lib/core/shared/http/reply'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'

/** A request to the interface that needs a key. */
interface OperatorRequest {
  readonly query?: string | null
  readonly body?: Readonly<Record<string, unknown>>
  /** A form with files, in place of a body. */
  readonly form?: FormData
  readonly headers?: readonly HeaderField[]
  /** The address that the form came from: a private key is taken over plain http only from this machine. */
  readonly from?: string
}

/**
 * Does what the interface does, through the same code. Callers must have checked the operator's session first. Gives an error
 * code, `null` for success.
 */
export async function askAsOperator(
  method: string,
  path: string,
  request: OperatorRequest = {},
): Promise<string | null> {
  const reply = await replyToOperator(method, path, request)
  if (reply !== null && reply.status < 300) return null
  const { error } = reply === null ? {} : membersOf(reply)
  return typeof error === 'string' ? error : 'server_error'
}

/** The same with the whole reply; `null` where the interface has nothing at this path. */
const replyToOperator = (method: string, path: string, request: OperatorRequest = {}): Promise<Reply | null> =>
  replyTo({ kind: 'operator' }, method, path, request)

/** The same for who has signed in on the page, as if with their key. Callers must have checked the session. */
export async function replyTo(
  by: Asking,
  method: string,
  path: string,
  { query = null, body, form, headers = [], from = '' }: OperatorRequest = {},
): Promise<Reply | null> {
  const wiring = container()
  const encoded = form === undefined ? null : new Response(form)
  const text = body === undefined ? '' : JSON.stringify(body)
  const bytes = encoded === null ? new TextEncoder().encode(text) : new Uint8Array(await encoded.arrayBuffer())
  const type = encoded?.headers.get('content-type') ?? (body === undefined ? null : 'application/json')
  const fields: readonly HeaderField[] = [
    ['host', new URL(wiring.protocolSettings.baseUrl).host],
    ...(type === null ? [] : [['content-type', type] as const]),
    ...headers,
  ]
  wiring.organizationSessions.vouch(fields, by)
  return shared().answerExchange(
    {
      id: exchangeId(randomUUID()),
      at: wiring.ports.now(),
      method,
      path,
      query,
      headers: fields,
      body: bytes,
      bodyOverflow: false,
      bodyBytes: bytes.length,
      // No address of another machine: wrong keys from there never hold up who has signed in.
      remoteAddress: isLoopbackAddress(from) ? from : 'page session',
    },
    wiring,
  )
}
