import { expect } from 'vitest'
import type { HttpAnswer } from './http-client'

/**
 * Operations of testers, operators and their programs. All others are for wallets, and a wallet may be a web page of
 * any origin.
 */
const ownPaths =
  /^\/(sessions|campaigns|coverage|comparison|oid4vci|openid4vp\/sessions(?!\/[^/?]+\/(request|response))|api|healthz|readyz|openapi\.json|checks\.json)(\/|\?|$)/

/** Asserts that pages of other origins may read responses meant for wallets, and no others. */
export function expectAllowedOrigin(answer: HttpAnswer): void {
  expect(answer.header('access-control-allow-origin')).toBe(ownPaths.test(answer.path) ? null : '*')
}
