import { NextRequest } from 'next/server'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unlessAway } from '@/app/(site)/unless-away'
import { ProtocolError, StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { proxy } from '@/proxy'

/** What storage does when it is asked; a test sets it. */
let asked: () => Promise<unknown>
/** The header fields that a page gets. */
let fields = new Headers()

vi.mock('next/headers', () => ({ headers: () => Promise.resolve(fields) }))
vi.mock('@/lib/server/container', () => {
  const kind = { has: () => asked(), view: () => asked() }
  const queries = { issuance: kind, presentation: kind, hasCampaign: () => asked(), run: () => asked() }
  const ports = { scoreboard: { readPublic: () => asked() }, keyedHash: () => new Uint8Array(32), now: () => 0 }
  const open = { operatorToken: null, operatorSessions: { find: () => null } }
  const keys = { trustKeys: () => asked(), statementSigner: () => asked() }
  return {
    container: () => ({
      queries,
      ports: { ...ports, ...keys },
      ...open,
      protocolSettings: { baseUrl: 'http://localhost' },
    }),
  }
})

const id = '1e9f7d0c-0f4f-4d7e-9a51-0f9c5d3a2b11'
const named = [
  `/inspect/issuance/${id}?check=vci.dpop.htu`,
  `/inspect/presentation/${id}`,
  `/inspect/round-trip/${id}`,
  `/inspect/campaign/${id}`,
  '/compare',
  '/cases',
  '/cases/statement',
  '/hub/pipelines/wallet-capture/eu-pid',
  '/scoreboard',
  '/ledger',
]
const open = (path: string) => proxy(new NextRequest(`http://localhost${path}`))

beforeEach(() => {
  vi.useFakeTimers()
  fields = new Headers()
})
afterEach(() => void vi.useRealTimers())

describe('a page whose storage does not respond', () => {
  it.each(named)('is 503 after five seconds, and learns where it was asked for: %s', async (path) => {
    asked = () => new Promise(() => undefined)
    const answer = open(path)
    await vi.advanceTimersByTimeAsync(5000)
    const { status, headers } = await answer
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('10')
    expect(headers.get('x-middleware-request-x-wallet-capture-storage-away')).toBe(path)
  })

  it.each(named)('is 503 at once where storage refuses: %s', async (path) => {
    asked = () => Promise.reject(new StoreUnavailable('PocketBase does not respond.'))
    expect((await open(path)).status).toBe(503)
  })

  it.each(['/trust', '/verify'])('is 503 where the disk has no room for a key that it shows: %s', async (path) => {
    const full = new ProtocolError('temporarily_unavailable', 'The disk of this service is full.')
    asked = () => Promise.reject(full)
    const { status, headers } = await open(path)
    expect([status, headers.get('retry-after')]).toEqual([503, '10'])
    const drawn = (await unlessAway(() => Promise.reject(full))({})) as ReactElement
    expect(renderToStaticMarkup(drawn)).toContain('its disk may be full')
    asked = () => Promise.resolve(null)
    expect((await open(path)).status).toBe(200)
  })

  it('does not hide another error', async () => {
    asked = () => Promise.reject(new Error('a defect'))
    await expect(open(named[0] ?? '')).rejects.toThrow('a defect')
    await expect(unlessAway(() => Promise.reject(new Error('a defect')))({})).rejects.toThrow('a defect')
  })

  it('says what to do and nothing of the error, and asks storage once at most', async () => {
    const page = vi.fn(() => Promise.reject(new StoreUnavailable('connect ECONNREFUSED')))
    const drawn = async () => renderToStaticMarkup((await unlessAway(page)({})) as ReactElement)
    expect(await drawn()).toContain('Trying again in 10 s')
    expect(await drawn()).not.toContain('ECONNREFUSED')
    expect(page).toHaveBeenCalledTimes(2)
    fields = new Headers({ 'x-wallet-capture-storage-away': '/compare?before=a' })
    expect(await drawn()).toContain('href="/compare?before=a"')
    expect(page).toHaveBeenCalledTimes(2)
  })
})
