import { expect, it, vi } from 'vitest'
import { ensureBuilt } from './build.mjs'
import { servicesOf } from './services.mjs'
import { parseSettings } from './settings.mjs'

vi.mock('./build.mjs', () => ({ ensureBuilt: vi.fn(async () => undefined) }))

it('the worker builds the workflows, once the web server is up: no page waits for them', async () => {
  const env = { NODE_ENV: 'test' } as NodeJS.ProcessEnv
  const settings = { ...parseSettings(env).values, dataDir: '/nowhere' }
  const { signal } = new AbortController()
  const services = await servicesOf({ settings, env, dev: false, signal })
  const worker = services.find(({ name }) => name === 'the worker')
  expect(worker?.needs).toContain('the web server')
  expect(ensureBuilt).not.toHaveBeenCalled()
  await worker?.prepare?.()
  expect(ensureBuilt).toHaveBeenCalledExactlyOnceWith({ without: ['pages'], signal })
})
