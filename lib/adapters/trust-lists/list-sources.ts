import type { X509Certificate } from 'node:crypto'
import { access, constants, open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { FetchDocument, FetchError } from '@/lib/core/shared/ports/ports'
import type { ListPurpose } from '@/lib/core/shared/ports/trust'
import { listCharactersMax } from '@/lib/core/shared/trust/lists/read/read-list'
import { fromUtf8 } from '@/lib/core/shared/values/base64url'
import { KeyFileError } from '../crypto/key-file-error'
import { parseCertificates } from '../crypto/key-files'

/** Maximum number of lists, including those that others point to. */
export const listsMax = 20

/** A list that the operator configured, or that such a list points to. */
export interface ListSource {
  /** An https URL, or the path of a file. */
  readonly location: string
  readonly from: 'url' | 'file'
  /** Certificates of its permitted signers. */
  readonly operators: readonly X509Certificate[]
  readonly purpose: ListPurpose
  /** Location of the list that points to it; `null` if configured. */
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
 * Reads the configured lists from `trust/lists.json` in the data directory; none without the file. File paths are
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

/** The fetched list, or one sentence why there is none. */
export type GotList = { readonly got: true; readonly document: string } | { readonly got: false; readonly why: string }

/** Fetch options for lists: 5 seconds, 1 MiB, and no caching, because they change. */
export const trustListFetch = {
  timeoutMillis: 5000,
  documentBytesMax: listCharactersMax,
  accept: 'application/jwt, application/jose;q=0.9, */*;q=0.1',
  remembers: false,
} as const

const fetchErrors: Readonly<Record<FetchError, string>> = {
  own_host: 'The address is one of this service, which fetches nothing from itself: name a file instead.',
  busy: 'Too many documents were on their way.',
  share_taken: 'Too many documents were on their way for one network.',
  host_unknown: 'The name of its host is unknown.',
  address_not_public: 'Its host has an address that is not public.',
  certificate_untrusted: 'The certificate of its host is not trusted.',
  unreachable: 'Its host cannot be reached.',
  timed_out: 'It did not come within 5 seconds.',
  too_large: 'It is larger than 1 MiB.',
}

/** Fetches or reads a list. Never rejects. */
export const fetchTrustedList = (
  { location, from }: Pick<ListSource, 'location' | 'from'>,
  fetchList: FetchDocument,
): Promise<GotList> => (from === 'file' ? readList(location) : fetchFrom(location, fetchList))

async function fetchFrom(location: string, fetchList: FetchDocument): Promise<GotList> {
  if (!/^https:\/\//i.test(location) || !URL.canParse(location)) return missing('Its address is no https URL.')
  const answer = await fetchList(location)
  if (!answer.answered) return missing(fetchErrors[answer.error])
  if (answer.status !== 200) return missing(`The response has status ${answer.status} instead of 200.`)
  const document = fromUtf8(answer.body)
  return document === null ? missing('It is not UTF-8.') : { got: true, document }
}

async function readList(path: string): Promise<GotList> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size > listCharactersMax) return missing(fetchErrors.too_large)
      return { got: true, document: await file.readFile('utf8') }
    } finally {
      await file.close()
    }
  } catch (error) {
    return missing(`The file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`)
  }
}

const missing = (why: string): GotList => ({ got: false, why })
