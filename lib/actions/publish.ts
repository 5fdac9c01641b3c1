import 'server-only'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { abandon, membersOf } from '@/lib/core/shared/http/reply'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { type Refused, reading, waitSecondsOf } from './ask-interface'

/** What the form of a publication says. */
export interface Publication {
  readonly wallet: { readonly name: string; readonly version: string }
  /** Of the edition that the statement is of; empty for the one that stands where none is asked for. */
  readonly edition: string
  readonly token: string
  readonly slug: string
  readonly contact: string
  readonly days: string
  readonly whole: boolean
}

/**
 * Makes the evidence bundle of a wallet and publishes it, both through the same code as the interface. Returns the slug,
 * or why it was refused.
 */
export async function publishByForm(
  { wallet, edition, token, slug, contact, days, whole }: Publication,
  headers: Headers,
): Promise<Refused | { readonly slug: string }> {
  const of = new URLSearchParams({
    wallet: wallet.name,
    version: wallet.version,
    ...(edition === '' ? {} : { edition }),
  })
  const made = await ask(reading(headers, '/coverage/bundle', `${of}`))
  if (made === null || made.status !== 200) return refusedBy(made)
  const bundle = await bytesOf(made)
  if (bundle === null)
    return {
      refused: true,
      status: 413,
      reason: `The bundle of this wallet is longer than ${bodyBytesMax.publishedBundle} bytes, so it cannot be published.`,
      waitSeconds: null,
    }
  const query = new URLSearchParams({ slug, days, whole: String(whole), ...(contact === '' ? {} : { contact }) })
  const reply = await ask({
    ...reading(headers, '/wallets', `${query}`),
    method: 'POST',
    headers: [
      ['host', headers.get('host') ?? ''],
      ['content-type', 'application/x-tar'],
      // Whoever types something else gets the refusal of a wrong token.
      ['authorization', `Bearer ${/^[\w-]{1,200}$/.test(token) ? token : '-'}`],
    ],
    body: bundle,
    bodyBytes: bundle.length,
  })
  return reply?.status === 201 ? { slug } : refusedBy(reply)
}

const ask = (exchange: Exchange): Promise<Reply | null> => shared().answerExchange(exchange, container())

function refusedBy(reply: Reply | null): Refused {
  const { error_description: said } = reply === null ? {} : membersOf(reply)
  return {
    refused: true,
    status: reply?.status ?? 500,
    reason: typeof said === 'string' ? said : 'It could not be done.',
    waitSeconds: waitSecondsOf(reply),
  }
}

/** The bytes of an archive; `null` if it has more than may be published. */
async function bytesOf(reply: Reply): Promise<Uint8Array | null> {
  const { body } = reply
  if (body?.kind !== 'stream') return null
  if (body.length > bodyBytesMax.publishedBundle) {
    await abandon(reply)
    return null
  }
  const all = new Uint8Array(body.length)
  let at = 0
  for await (const piece of body.chunks) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
