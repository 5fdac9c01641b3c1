import { createPublicKey } from 'node:crypto'
import { readJws, verifyEs256 } from '../jose/jws'
import type { WalletKey } from '../jose/key'
import { isObject } from '../json'
import type { Received } from './received'

/**
 * What was sent, as comparable text: decodes JWTs, and replaces each random signature by the number of the key that
 * verifies it. Two runs with equal ports give equal pictures unless the wallet acted differently.
 */
export function wirePicture(received: Received[], keys: WalletKey[]): string[] {
  return received.map(({ method, path, query, rawHeaders, body }) => {
    const text = JSON.stringify({
      method,
      path,
      query,
      rawHeaders: rawHeaders.map((value) => open(value, keys)),
      body: openBody(body, keys),
    })
    return text
  })
}

function openBody(body: string, keys: WalletKey[]): unknown {
  try {
    return openAll(JSON.parse(body), keys)
  } catch {
    return body
  }
}

function openAll(value: unknown, keys: WalletKey[]): unknown {
  if (typeof value === 'string') return open(value, keys)
  if (Array.isArray(value)) return value.map((entry: unknown) => openAll(entry, keys))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, openAll(entry, keys)]))
  return value
}

function open(text: string, keys: WalletKey[]): unknown {
  const jws = readJws(text)
  if (jws === null) return text
  const signedBy = keys.findIndex(({ privateKey }) => verifyEs256(jws, createPublicKey(privateKey)))
  return { header: openAll(jws.header, keys), claims: jws.claims, signedBy }
}
