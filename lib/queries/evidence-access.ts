import 'server-only'
import { headers } from 'next/headers'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import type { Queries } from '@/lib/server/read/queries'

/** Whether a request with these header fields may read evidence: it has the operator token, or none is configured. */
export function opensEvidence(fields: Iterable<readonly [string, string]>): boolean {
  const { operatorToken } = container()
  return operatorToken === null || shared().holdsOperatorToken({ headers: [...fields] }, operatorToken)
}

/**
 * Whether the request that is being answered came with the operator token: then it may read of every session. Without a
 * configured token nobody may, for the id of a session opens its evidence.
 */
export async function mayListAll(): Promise<boolean> {
  const { operatorToken } = container()
  return operatorToken !== null && shared().holdsOperatorToken({ headers: [...(await headers())] }, operatorToken)
}

/** Whether the request that is being answered may read evidence. */
export const mayReadEvidence = async (): Promise<boolean> => opensEvidence(await headers())

/** The session that our server lets this request read without the operator token; `null` for none. */
export const openedSession = (fields: Pick<Headers, 'get'>): string | null =>
  fields.get('x-wallet-capture-opened-session')

/** Whether the request that is being answered may read this session. */
export const mayReadSession = async (sessionId: string): Promise<boolean> =>
  (await mayReadEvidence()) || openedSession(await headers()) === sessionId

/** The access to a session; `null` for a request that may not read it. It is asked for nothing else. */
export async function evidenceOf(sessionId: string): Promise<Queries | null> {
  return (await mayReadSession(sessionId)) ? container().queries : null
}

/**
 * The access to evidence for pages; `null` for a request that may not read it. Our server checks the token before Next
 * gets the request. Next may route a request to a different page than its path says, so the token is checked here
 * again.
 */
export async function evidence(): Promise<Queries | null> {
  return (await mayReadEvidence()) ? container().queries : null
}
