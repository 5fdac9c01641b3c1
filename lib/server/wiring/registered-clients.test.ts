import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTrustAnchors } from '@/lib/adapters/crypto/trust-anchors'
import { readRegisteredClients } from './registered-clients'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-capture-clients-'))
})
afterAll(() => rm(directory, { recursive: true }))

const written = async (text: string): Promise<string> => {
  await writeFile(join(directory, 'clients.json'), text)
  return directory
}

describe('registered clients', () => {
  it('are empty without the file', async () => {
    expect(await readRegisteredClients(join(directory, 'elsewhere'))).toEqual([])
  })

  it('are read with their keys and redirect URIs', async () => {
    const clients = [{ client_id: 'a', redirect_uris: ['https://a.example'], jwks: { keys: [{ kty: 'EC' }] } }]
    expect(await readRegisteredClients(await written(JSON.stringify(clients)))).toEqual([
      { clientId: 'a', redirectUris: ['https://a.example'], keys: [{ kty: 'EC' }] },
    ])
  })

  it.each(['{}', 'x', '[{"client_id":"a"}]', '[{"client_id":"a","jwks":{"keys":[]}}]'])(
    'stop the start with one sentence when the file is %s',
    async (text) => {
      await expect(readRegisteredClients(await written(text))).rejects.toThrow(/must be a JSON array of clients/)
    },
  )

  it('are refused if one is listed twice', async () => {
    const client = '{"client_id":"a","jwks":{"keys":[{"kty":"EC"}]}}'
    await expect(readRegisteredClients(await written(`[${client},${client}]`))).rejects.toThrow(
      /names a client_id twice/,
    )
  })
})

describe('trust anchors', () => {
  it('are empty without the directory', async () => {
    expect(await readTrustAnchors(directory)).toEqual({ wallet: [], credential_issuer: [] })
  })
})
