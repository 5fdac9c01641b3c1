import 'server-only'
import { headers } from 'next/headers'
import { container } from '@/lib/server/container'
import { holdsOperatorToken } from '@/lib/server/operator'
import type { Queries } from '@/lib/server/queries'

/** Whether a request with these header fields may read evidence: with the operator token, or where none is configured. */
export function opensEvidence(fields: Iterable<readonly [string, string]>): boolean {
  const { operatorToken } = container()
  return operatorToken === null || holdsOperatorToken({ headers: [...fields] }, operatorToken)
}

/** Whether the request that is being answered may read evidence. */
export const mayReadEvidence = async (): Promise<boolean> => opensEvidence(await headers())

/**
 * What pages read evidence through; `null` for a request that may not. Our server has asked for the token before Next got
 * the request. Next may take a request to another page than its path says, so what is read is asked for once more.
 */
export async function evidence(): Promise<Queries | null> {
  return (await mayReadEvidence()) ? container().queries : null
}
