import 'server-only'
import { headers } from 'next/headers'
import type { PublishToken } from '@/lib/core/shared/ports/published'
import { container } from '@/lib/server/container'
import { operatorSession } from './operator'
import { publishedWallets } from './wallets'

/** What the drafts of tokens that were just made are about. */
export const madeTokenSubject = 'publish-token'

/** What the operator sees of publish tokens. */
export interface PublishTokensView {
  readonly formToken: string
  readonly tokens: readonly PublishToken[]
  /** What is published, by names. */
  readonly published: Awaited<ReturnType<typeof publishedWallets>>
  /** A token that was just made, shown this once; `null` for none. */
  readonly made: string | null
}

/** `null` for a request without an operator's session. `made`: id of a draft that holds a new token. Throws StoreUnavailable. */
export async function publishTokensView(made: string): Promise<PublishTokensView | null> {
  const session = operatorSession(await headers())
  if (session === null) return null
  const { ports, operatorDrafts } = container()
  const draft = operatorDrafts.find(session, made, madeTokenSubject)
  operatorDrafts.drop(session, made)
  const [tokens, published] = await Promise.all([ports.published.tokens(), publishedWallets()])
  return { formToken: session.formToken, tokens, published, made: draft?.fields[0]?.[1] ?? null }
}
