import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { RegisteredClient } from '@/lib/core/shared/ports/settings'
import { SettingsError } from '../basics/env'

/** Client metadata with the names of RFC 7591 section 2. */
const zClients = z.array(
  z.looseObject({
    client_id: z.string().min(1).max(500),
    redirect_uris: z.array(z.string()).default([]),
    jwks: z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }),
  }),
)

/**
 * Reads the registered clients from `clients.json` in the data directory; without the file there are none.
 * @throws SettingsError with one sentence if the file is malformed or lists a client twice
 */
export async function readRegisteredClients(dataDir: string): Promise<readonly RegisteredClient[]> {
  const path = join(dataDir, 'clients.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SettingsError('DATA_DIR', `The file ${path} cannot be read.`)
  })
  if (text === null) return []
  const clients = zClients.safeParse(parseJson(text))
  if (!clients.success)
    throw new SettingsError(
      'DATA_DIR',
      `The file ${path} must be a JSON array of clients, each with client_id and jwks.keys.`,
    )
  const ids = clients.data.map((client) => client.client_id)
  if (new Set(ids).size < ids.length) throw new SettingsError('DATA_DIR', `The file ${path} names a client_id twice.`)
  return clients.data.map(({ client_id, redirect_uris, jwks }) => ({
    clientId: client_id,
    keys: jwks.keys,
    redirectUris: redirect_uris,
  }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
