import { describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import type { Container } from '../container'
import { fillLedger } from './fill-ledger'

const wiring = (ledger: () => Promise<never[]>) => {
  const warn = vi.fn()
  const container = { queries: { ledger: vi.fn(ledger) }, log: { warn } } as unknown as Container
  return { container, warn }
}

describe('after the service listens', () => {
  covers('D4')
  it('the ledger is read once, for the first reader would wait for a thousand requests', async () => {
    const { container, warn } = wiring(async () => [])
    await fillLedger(container)
    expect(container.queries.ledger).toHaveBeenCalledOnce()
    expect(warn).not.toHaveBeenCalled()
  })

  it('a storage that does not answer is logged, and ends nothing', async () => {
    const { container, warn } = wiring(async () => {
      throw new Error('PocketBase did not respond within 5000 ms.')
    })
    await fillLedger(container)
    expect(warn).toHaveBeenCalledWith(
      { error: 'PocketBase did not respond within 5000 ms.' },
      'the ledger was not read in advance',
    )
  })
})
