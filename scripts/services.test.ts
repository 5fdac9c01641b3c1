import { expect, it } from 'vitest'
import { servicesOf } from './services.mjs'
import { parseSettings } from './settings.mjs'

/** The environment that PocketBase is started with. */
async function environmentOf(
  own: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string | undefined>>> {
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, ...own } as NodeJS.ProcessEnv
  const { values } = parseSettings(env)
  const settings = { ...values, dataDir: '/nowhere' }
  const services = await servicesOf({ settings, env, dev: false, signal: new AbortController().signal })
  const pocketBase = services.find(({ name }) => name === 'PocketBase')
  if (pocketBase === undefined) throw new Error('PocketBase is not among the services.')
  return pocketBase.env ?? {}
}

it('PocketBase is told how to use its memory, unless the environment says otherwise', async () => {
  expect(await environmentOf({})).toMatchObject({ GOGC: '400', GOMEMLIMIT: '256MiB' })
  expect(await environmentOf({ GOGC: '50', GOMEMLIMIT: '1GiB' })).toMatchObject({ GOGC: '50', GOMEMLIMIT: '1GiB' })
})
