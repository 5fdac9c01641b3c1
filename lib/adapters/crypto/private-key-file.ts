import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createKeyFile, KeyFileError, readKeyFile } from './key-files'
import { p256PublicJwk } from './signer'

/**
 * Reads the P-256 private key in this PEM file, and creates it if the file does not exist. Throws KeyFileError for a
 * key of another kind.
 */
export async function privateKeyFile(path: string): Promise<KeyObject> {
  const present = await readKeyFile(path)
  return parseKey(path, present ?? (await createKeyFile(path, newKeyPem())))
}

/** The key in this file, or `null` if there is none. */
export async function presentPrivateKeyFile(path: string): Promise<KeyObject | null> {
  const present = await readKeyFile(path)
  return present === null ? null : parseKey(path, present)
}

const newKeyPem = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

function parseKey(path: string, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    p256PublicJwk(key)
    return key
  } catch {
    throw new KeyFileError(`The key file ${path} holds no unencrypted P-256 private key in PEM form.`)
  }
}
