import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { chmod, constants, copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KeyFileError } from './key-file-error'
import { p256PublicJwk } from './signer'

/** Creates the directory, readable only by its owner; fixes the permissions of an existing one. */
export async function makeKeyDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    if (((await stat(directory)).mode & 0o077) !== 0) await chmod(directory, 0o700)
  } catch (error) {
    throw new KeyFileError(`The key directory ${directory} cannot be made (${codeOf(error)}).`, { cause: error })
  }
}

/** The text of a key file, or `null` when there is none. */
export async function readKeyFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new KeyFileError(`The key file ${path} cannot be read (${codeOf(error)}).`)
  }
}

/**
 * Creates a key file with this content unless it exists, and returns its content. If two processes start together, one
 * wins, both use the winner's key, and neither ever sees a partial file.
 */
export async function createKeyFile(path: string, content: string): Promise<string> {
  const temporary = await writeTemporary(path, content)
  try {
    await link(temporary, path)
  } catch (error) {
    // File systems without hard links: an exclusive copy fails for an existing file too.
    if (codeOf(error) !== 'EEXIST') await copyExclusively(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncDirectory(dirname(path))
  return (await readKeyFile(path)) ?? content
}

/** Replaces a file atomically. */
export async function replaceKeyFile(path: string, content: string): Promise<void> {
  const temporary = await writeTemporary(path, content)
  try {
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new KeyFileError(`The key file ${path} cannot be replaced (${codeOf(error)}).`, { cause: error })
  }
}

async function writeTemporary(path: string, content: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(temporary, { force: true })
    throw new KeyFileError(`The key directory ${dirname(path)} cannot be written (${codeOf(error)}).`, { cause: error })
  }
  return temporary
}

/** Makes a new file name survive a power loss, where the system can fsync a directory. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function copyExclusively(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new KeyFileError(`The key file ${to} cannot be made (${codeOf(error)}).`, { cause: error })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'

/**
 * Reads the P-256 private key in this PEM file, and creates it if the file does not exist. Throws KeyFileError for a
 * key of another kind.
 */
export async function privateKeyFile(path: string): Promise<KeyObject> {
  const present = await readKeyFile(path)
  return parseKey(path, present ?? (await createKeyFile(path, newKeyPem())))
}

/** Reads the private key in this file; `null` if there is none. */
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

/** The certificates in a PEM text, in order. Throws KeyFileError when there is none or one is malformed. */
export function parseCertificates(path: string, pem: string): readonly [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const [first, ...others] = blocks.map((block) => new X509Certificate(block))
    if (first !== undefined) return [first, ...others]
  } catch {
    // The error message below covers this case.
  }
  throw new KeyFileError(`The certificate file ${path} holds no readable X.509 certificate in PEM form.`)
}
