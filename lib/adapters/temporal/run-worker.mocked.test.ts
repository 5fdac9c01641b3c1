import { afterEach, expect, it, vi } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { startAggregationWorker } from './run-worker'

const never = new Promise<never>(() => undefined)

vi.mock('@temporalio/worker', () => ({
  NativeConnection: { connect: async () => ({ close: () => never }) },
  Worker: { create: async () => ({ run: () => never, getState: () => 'RUNNING', shutdown: () => undefined }) },
}))
vi.mock('@temporalio/client', () => ({ Client: class {} }))
vi.mock('./provision', () => ({ createProvision: () => async () => undefined }))
vi.mock('./namespace-workers', () => ({ startNamespaceWorkers: () => ({ live: () => [], stop: () => never }) }))

afterEach(() => vi.useRealTimers())

it('stops in time for a process that ends within twelve seconds, whatever does not respond', async () => {
  const unused = {} as never
  const worker = await startAggregationWorker({
    temporal: unused,
    workflowBundlePath: '',
    store: unused,
    reconciliation: unused,
    api: unused,
    now: () => epochMillis(0),
    warn: () => undefined,
    organizations: () => unused,
  })
  vi.useFakeTimers()
  const began = Date.now()
  const ended: number[] = []
  void worker.running.then(() => ended.push(Date.now() - began))
  const stopped = worker.stop()
  await vi.advanceTimersByTimeAsync(9_999)
  // Its parts may take ten seconds.
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  await stopped
  expect(ended).toEqual([10_500])
})
