import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validateDcqlQuery } from '@/lib/core/shared/dcql/validate-dcql-query'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { readScopes } from '@/lib/core/verifier/read/request/session-query'
import { SettingsError } from '../basics/env'

/**
 * Reads the DCQL query of each scope alias from `scope-aliases.json` in the data directory; without the file there are
 * no aliases. OID4VP-1FINAL-5.5
 * @throws SettingsError with one sentence when the file is not an object of queries, or when a scope or a query is
 * invalid
 */
export async function readScopeAliases(dataDir: string): Promise<ReadonlyMap<string, JsonObject>> {
  const path = join(dataDir, 'scope-aliases.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SettingsError('DATA_DIR', `The file ${path} cannot be read.`)
  })
  if (text === null) return new Map()
  const aliases = parseJson(text)
  if (!isObject(aliases))
    throw new SettingsError('DATA_DIR', `The file ${path} must be a JSON object of DCQL queries, each under its scope.`)
  return new Map(
    Object.entries(aliases as JsonObject).map(([scope, query]) => {
      const { tokens, standsForQuery } = readScopes(scope)
      if (tokens.length !== 1 || !standsForQuery)
        throw new SettingsError('DATA_DIR', `The file ${path} names a scope that cannot be an alias for a query.`)
      const [problem] = validateDcqlQuery(query).filter(({ severity }) => severity !== 'note')
      if (!isObject(query) || problem !== undefined)
        throw new SettingsError(
          'DATA_DIR',
          `The file ${path}: the query of ${scope} breaks the specification${problem === undefined ? '' : ` at ${problem.pointer || '/'}`}.`,
        )
      return [scope, query as JsonObject]
    }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
