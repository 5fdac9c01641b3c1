import { randomUUID } from 'node:crypto'
import { chmod, constants, copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A problem with the key files that the operator must solve. The message is one sentence that names the file. `cause` is the
 * error of the file system, if there was one.
 */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

/** Creates the directory, readable only by its owner. An existing one gets these permissions too. */
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
