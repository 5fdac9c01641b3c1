import { expect } from 'vitest'
import type { HttpAnswer } from './http-client'

/** What testers, operators and their programs ask; all else is for wallets, and a wallet may be a page of any origin. */
const ownPaths =
  /^\/(sessions|oid4vci|openid4vp\/sessions(?!\/[^/?]+\/(request|response))|api|healthz|readyz|openapi\.json|checks\.json)(\/|\?|$)/

/** Asserts that pages of other origins may read the answer to a wallet, and no answer else. */
export function expectAllowedOrigin(answer: HttpAnswer): void {
  expect(answer.header('access-control-allow-origin')).toBe(ownPaths.test(answer.path) ? null : '*')
}
