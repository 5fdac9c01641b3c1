import 'server-only'
import { headers } from 'next/headers'
import { holdsOperatorToken } from '@/lib/server/guard/operator'
import type { Queries } from '@/lib/server/read/queries'
import { container } from '@/lib/server/wiring/container'

/** Whether a request with these header fields may read evidence: it has the operator token, or none is configured. */
export function opensEvidence(fields: Iterable<readonly [string, string]>): boolean {
  const { operatorToken } = container()
  return operatorToken === null || holdsOperatorToken({ headers: [...fields] }, operatorToken)
}

/**
 * Whether the request that is being answered came with the operator token: then it may read of every session. Without a
 * configured token nobody may, for the id of a session opens its evidence.
 */
export async function mayListAll(): Promise<boolean> {
  const { operatorToken } = container()
  return operatorToken !== null && holdsOperatorToken({ headers: [...(await headers())] }, operatorToken)
}

/** Whether the request that is being answered may read evidence. */
export const mayReadEvidence = async (): Promise<boolean> => opensEvidence(await headers())

/**
 * The access to evidence for pages; `null` for a request that may not read it. Our server checks the token before Next
 * gets the request. Next may route a request to a different page than its path says, so the token is checked here
 * again.
 */
export async function evidence(): Promise<Queries | null> {
  return (await mayReadEvidence()) ? container().queries : null
}
