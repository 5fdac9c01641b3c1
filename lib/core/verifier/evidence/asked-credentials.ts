import type { ClaimsPath } from '../../ground/dcql/dcql-query'
import { readDcqlQuery } from '../../ground/dcql/read-dcql-query'
import type { Json } from '../../ground/values/json'
import { pathWords, wantedWords } from './verifier-title'

/** A requested credential in words. */
export interface AskedCredential {
  /** Its type and format. */
  readonly name: string
  /** The claims that are wanted; empty for none. */
  readonly claims: readonly string[]
}

/** A claim as people call it; of an mdoc without the namespace, which is the type once more. */
const claimWords = (path: ClaimsPath): string => pathWords(path).replaceAll('_', ' ')

/** What a query asks a person for, in words; a query that cannot be read asks for nothing. */
export const askedCredentials = (query: Json): readonly AskedCredential[] =>
  readDcqlQuery(query).credentials.map((wanted) => ({
    name: wantedWords(wanted),
    claims: (wanted.claims ?? []).map(({ path }) => claimWords(wanted.format === 'mso_mdoc' ? path.slice(1) : path)),
  }))
