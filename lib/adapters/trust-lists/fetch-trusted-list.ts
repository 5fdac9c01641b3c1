import { open } from 'node:fs/promises'
import type { FetchDocument, FetchError } from '@/lib/core/ground/ports/ports'
import { listCharactersMax } from '@/lib/core/ground/trust/lists/read/read-list'
import { fromUtf8 } from '@/lib/core/ground/values/base64url'
import type { ListSource } from './list-sources'

/** The document at the location of a list, or one sentence that says why there is none. */
export type GotList = { readonly got: true; readonly document: string } | { readonly got: false; readonly why: string }

/** How lists are fetched: within 5 seconds, up to 1 MiB, and never from memory, for they change. */
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

/** Gets the document of a list. Never rejects. */
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
