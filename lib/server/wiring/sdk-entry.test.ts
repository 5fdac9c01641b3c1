import { GracefulShutdownPeriodExpiredError } from '@temporalio/worker'
import { expect, it } from 'vitest'
import { sdkEntry } from './sdk-entry'

it('warns where a stop that was asked for leaves an activity to another worker', () => {
  const error = new GracefulShutdownPeriodExpiredError('Timed out while waiting for worker to shutdown gracefully')
  expect(sdkEntry({ level: 'ERROR', message: 'Worker failed', meta: { error } })).toMatchObject({
    level: 'warn',
    message: 'The worker stops before an activity has ended; another worker takes it over.',
    facts: { error: expect.stringMatching(/^GracefulShutdownPeriodExpiredError: Timed out/) },
  })
})

it('leaves what else the SDK says at its level, with the first line of its error', () => {
  const error = new TypeError('no connection\nat line 1')
  const entry = { message: 'Worker failed', meta: { error, workflowId: 'w' } }
  expect(sdkEntry({ level: 'ERROR', ...entry })).toEqual({
    level: 'error',
    message: 'Worker failed',
    facts: { workflowId: 'w', error: 'TypeError: no connection' },
  })
  expect(sdkEntry({ level: 'WARN', ...entry }).level).toBe('warn')
})
