import { describe, expect, it } from 'vitest'
import { requireKnownKey } from './require-known-key'

const url = 'https://capture.example.org'

describe('a worker', () => {
  it('does not start with a key that the service does not know', async () => {
    const asked: string[] = []
    const refuse = async (method: string, path: string) => {
      asked.push(`${method} ${path}`)
      return { status: 401, body: null }
    }
    await expect(requireKnownKey(refuse, url)).rejects.toThrow(/capture\.example\.org.*ADMIN_API_KEY/)
    expect(asked).toEqual(['GET /api/pipelines?per_page=1'])
  })

  it('starts with the right one, and beside a service that is busy, broken or not there yet', async () => {
    for (const status of [200, 429, 503]) await requireKnownKey(async () => ({ status, body: null }), url)
    await requireKnownKey(() => Promise.reject(new Error('connection refused')), url)
  })
})
