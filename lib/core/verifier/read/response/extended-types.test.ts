import { expect, it } from 'vitest'
import { readDcqlQuery } from '../../../shared/dcql/read-dcql-query'
import { utf8 } from '../../../shared/values/base64url'
import { readExtendedTypes } from './extended-types'

const query = readDcqlQuery({ credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:x:wanted'] } }] })
const answer = (vct: string, ...names: string[]) =>
  ({ query: query.credentials[0], reading: { format: 'dc+sd-jwt', vct: { value: vct }, akaVcts: { names } } }) as never

const hosted: Record<string, string> = {
  a: 'b',
  b: 'urn:x:wanted',
  round: 'trip',
  trip: 'round',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, step) => [`step${step}`, `step${step + 1}`])),
}
const types = 'https://types.example/'
const metadata: Record<string, unknown> = {
  [`${types}child`]: { vct: `${types}child`, extends: 'urn:x:wanted' },
  [`${types}other`]: { vct: `${types}child`, extends: 'urn:x:wanted' },
  [`${types}list`]: [],
}

/** What the type of a presentation extends, and the addresses that were fetched. */
async function read(presented: never, fetches = true) {
  const asked: string[] = []
  const fetchTypeMetadata = async (url: string) => {
    asked.push(url)
    const body = utf8(url in metadata ? JSON.stringify(metadata[url]) : '{')
    return { answered: true, status: 200, mediaType: 'application/json', body, remembered: false }
  }
  const context = {
    session: { sessionId: 'session' },
    exchange: { at: 0 },
    settings: { baseUrl: 'https://capture.example' },
    collaborators: {
      hostedType: async (vct: string) => (vct in hosted ? { metadata: { extends: hosted[vct] } } : null),
    },
    ports: {
      fetchTypeMetadata: fetches ? fetchTypeMetadata : null,
      store: { oneTimeValue: async () => null, session: async () => null },
      sha256: () => new Uint8Array(32),
    },
  }
  const found = await readExtendedTypes([presented], context as never)
  return { types: [...found.values()][0], asked }
}

it('follows what is hosted here without a request, at most eight steps', async () => {
  expect(await read(answer('a'))).toEqual({ types: ['b', 'urn:x:wanted'], asked: [] })
  expect((await read(answer('step0'))).types).toEqual(Array.from({ length: 8 }, (_, step) => `step${step + 1}`))
})

it('finds nothing in a circle', async () => {
  expect((await read(answer('round'))).types).toEqual([])
})

it('looks nothing up for a credential that says itself what is wanted', async () => {
  expect(await read(answer('urn:x:wanted'))).toEqual({ types: undefined, asked: [] })
  expect(await read(answer(`${types}child`, 'urn:x:wanted'))).toEqual({ types: undefined, asked: [] })
})

it('fetches the metadata of other hosts only where that is set, over https, and not its own', async () => {
  const child = answer(`${types}child`)
  expect(await read(child)).toEqual({ types: ['urn:x:wanted'], asked: [`${types}child`] })
  expect(await read(child, false)).toEqual({ types: null, asked: [] })
  for (const vct of ['http://types.example/child', 'urn:x:child', 'https://capture.example/lab/x/types/1'])
    expect(await read(answer(vct))).toEqual({ types: null, asked: [] })
})

it('takes no metadata of another type, nor what is none', async () => {
  for (const name of ['other', 'list', 'absent']) expect((await read(answer(`${types}${name}`))).types).toBeNull()
})
