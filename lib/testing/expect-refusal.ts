import { expect } from 'vitest'
import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { expectAllowedOrigin } from './allowed-origin'
import type { HandWallet } from './hand-wallet'
import type { HttpAnswer, HttpClient, JsonRecord } from './http-client'

/** What must hold for every refused request. RFC6749-5.2 */
export interface ExpectedRefusal {
  readonly status: number
  readonly error: string
  /** Id of the check that decides. */
  readonly check: string
  /** False when nothing in the request identifies its session. */
  readonly inSession?: boolean
  /** `warn` when the wallet is refused without a new error of its own; else `fail`. */
  readonly finding?: 'fail' | 'warn'
}

/** Asserts the Error body: a fixed ASCII sentence, a link to the failed check, never cached. RFC6749-5.2 */
export function expectError(answer: HttpAnswer, status: number, error: string): void {
  expect({ status: answer.status, error: answer.object().error }).toEqual({ status, error })
  expect(answer.header('content-type')).toBe('application/json')
  expect(answer.header('cache-control')).toBe('no-store')
  expectAllowedOrigin(answer)
  expect(answer.object().error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{10,}$/)
}

/** The wallet's newest exchange with a path, as its session shows it. */
export async function lastExchange(wallet: HandWallet, path: string): Promise<ExchangeView> {
  const { exchanges } = await wallet.view()
  const found = exchanges.findLast((exchange) => exchange.path === path && exchange.correlation === 'exact')
  if (found === undefined) throw new Error(`The session holds no exchange at ${path}.`)
  return found
}

/** Asserts that the newest recorded request is this one with this response. For requests outside any session. */
export async function expectOnRecord(
  http: HttpClient,
  request: { readonly method: string; readonly path: string },
  status: number,
): Promise<void> {
  const ledger = (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
  expect(ledger.at(-1)).toMatchObject({ ...request, response: { status, content_type: 'application/json' } })
  expect((await http({ path: '/healthz' })).status).toBe(200)
}

/**
 * Asserts that a request was refused as documented, that the session shows the deciding check, and that all other
 * checks of the same request were reported too.
 */
export async function expectRefusal(
  wallet: HandWallet,
  endpoint: string,
  answer: HttpAnswer,
  { status, error, check, inSession = true, finding = 'fail' }: ExpectedRefusal,
): Promise<void> {
  expectError(answer, status, error)
  const origin = new URL(wallet.created.issuer_identifier).origin
  expect(answer.object().error_uri).toBe(`${origin}/checks/${check}`)
  if (inSession) {
    const exchange = await lastExchange(wallet, wallet.path(endpoint))
    expect(exchange.response.status).toBe(status)
    const entries = (await wallet.view()).checks.conformance.filter(({ exchange_id }) => exchange_id === exchange.id)
    expect(entries.find(({ id }) => id === check)).toMatchObject({ status: finding, rejected: true, error })
    expect(entries.length).toBeGreaterThan(endpoint === 'token' ? 25 : 40)
    expect(entries.some(({ status: found }) => found === 'pass')).toBe(true)
  }
  expect((await wallet.http({ path: '/healthz' })).status).toBe(200)
}
