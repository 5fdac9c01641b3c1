import type { X509Certificate } from 'node:crypto'
import { access, constants, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { ListPurpose } from '@/lib/core/ground/ports/trust'
import { parseCertificates } from '../crypto/certificate-file'
import { KeyFileError } from '../crypto/key-files'

/** Lists that are read at all, those that others point to included. */
export const listsMax = 20

/** A list that the operator of the installation names, or that such a list points to. */
export interface ListSource {
  /** An https URL, or the path of a file. */
  readonly location: string
  readonly from: 'url' | 'file'
  /** Certificates of those who may sign it. */
  readonly operators: readonly X509Certificate[]
  readonly purpose: ListPurpose
  /** The location of the list that points to it; `null` for one that is configured. */
  readonly via: string | null
}

const zSources = z
  .array(
    z.strictObject({
      location: z.string().min(1).max(1024),
      operators: z.string().min(1).max(1024),
      purpose: z.enum(['wallet', 'credential_issuer']),
    }),
  )
  .max(listsMax)

/**
 * Reads the lists that `trust/lists.json` in the data directory names; without the file there are none. Paths of files are
 * relative to `trust/`.
 * @throws KeyFileError with one sentence for a file that is malformed, or one that it names and that cannot be read
 */
export async function readListSources(dataDir: string): Promise<readonly ListSource[]> {
  const directory = join(dataDir, 'trust')
  const path = join(directory, 'lists.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new KeyFileError(`The file ${path} cannot be read (${error.code}).`)
  })
  if (text === null) return []
  const read = zSources.safeParse(parseJson(text))
  if (!read.success)
    throw new KeyFileError(
      `The file ${path} must be a JSON array of at most ${listsMax} lists, each with location, operators and purpose (wallet or credential_issuer).`,
    )
  const names = read.data.map(({ location, purpose }) => `${purpose} ${location}`)
  if (new Set(names).size < names.length)
    throw new KeyFileError(`The file ${path} names a location twice for one purpose.`)
  return Promise.all(
    read.data.map(async ({ location, operators, purpose }): Promise<ListSource> => {
      const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(location)
      if (isUrl && !/^https:\/\//i.test(location))
        throw new KeyFileError(`The file ${path} names the location ${location}, which is neither https nor a file.`)
      const pem = resolve(directory, operators)
      return {
        location: isUrl ? location : await readable(resolve(directory, location), path),
        from: isUrl ? 'url' : 'file',
        operators: parseCertificates(pem, await readFile(await readable(pem, path), 'utf8')),
        purpose,
        via: null,
      }
    }),
  )
}

async function readable(path: string, namedBy: string): Promise<string> {
  try {
    await access(path, constants.R_OK)
    return path
  } catch {
    throw new KeyFileError(`The file ${path}, which ${namedBy} names, cannot be read.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
