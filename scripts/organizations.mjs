import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stop } from './terminal.mjs'
import { dataDirOf } from './tls-files.mjs'

/** Every scope of a key; a key that has all of them is an owner. */
export const SCOPES = [
  'pipelines:run',
  'pipelines:write',
  'executions:write',
  'entities:write',
  'evidence:read',
  'keys:write',
]

export const HELP = `npm run org -- COMMAND

  create NAMESPACE [--name "Its name"]      makes an organisation (admin key)
  keys NAMESPACE                            lists its keys
  make-key NAMESPACE --name "What for"      makes a key, and prints it once
      --scopes a,b   what it may do: ${SCOPES.slice(0, 3).join(', ')},
                     ${SCOPES.slice(3).join(', ')}
      --owner        everything
      --days N       until it ends, 365 unless told
  revoke-key NAMESPACE ID                   revokes a key for good
  audit NAMESPACE                           what was done to it

It asks the service at BASE_URL, or on this machine at PORT (3000), with the key in
API_KEY: the admin key, or a key of the organisation that has keys:write. Without
it, the admin key is ADMIN_API_KEY, or the one in DATA_DIR (data).`

/**
 * What one command does, over HTTP. Prints to `print`; throws Stop with a sentence for whatever went wrong.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(line: string) => void} print
 */
export async function runOrganizationCommand(args, env, print) {
  const [command = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(command)) return print(HELP)
  const { values, positionals } = readArguments(rest)
  const [namespace, id, ...more] = positionals
  const isRevoking = command === 'revoke-key'
  if (namespace === undefined || more.length > 0 || (id !== undefined) !== isRevoking)
    throw new Stop(`${command} takes ${isRevoking ? 'a namespace and the id of a key' : 'one namespace'}.\n\n${HELP}`)
  const at = `/api/organizations/${encodeURIComponent(namespace)}`
  const ask = asker(env)
  switch (command) {
    case 'create': {
      await ask('POST', '/api/organizations', { name: values.name ?? namespace, canonified_name: namespace })
      print(`${namespace} is there. Next: npm run org -- make-key ${namespace} --name owner --owner`)
      return
    }
    case 'keys': {
      const { keys } = await ask('GET', `${at}/keys`)
      if (keys.length === 0) print(`${namespace} has no keys.`)
      for (const key of keys)
        print(
          `${key.id}  wck_${key.prefix}_…  ${key.state.padEnd(7)}  until ${key.expires_at.slice(0, 10)}  ${key.name}  (${key.scopes.join(', ')})`,
        )
      return
    }
    case 'make-key': {
      const scopes = values.owner ? SCOPES : (values.scopes ?? '').split(',').filter((scope) => scope !== '')
      if (scopes.length === 0) throw new Stop('Say what the key may do: --scopes with a list, or --owner.')
      const days = values.days === undefined ? {} : { expires_in_days: Number(values.days) }
      const made = await ask('POST', `${at}/keys`, { name: values.name ?? 'made by npm run org', scopes, ...days })
      print(made.key)
      print(`This is shown once. It is key ${made.id} of ${namespace}, until ${made.expires_at.slice(0, 10)}.`)
      return
    }
    case 'revoke-key': {
      const key = await ask('DELETE', `${at}/keys/${encodeURIComponent(String(id))}`)
      print(`The key ${key.name} is revoked since ${key.revoked_at}.`)
      return
    }
    case 'audit': {
      const { entries } = await ask('GET', `${at}/audit`)
      if (entries.length === 0) print(`Nothing was done to ${namespace} yet.`)
      for (const entry of entries)
        print(`${entry.at}  ${entry.actor}  ${entry.action}  ${entry.target}  ${entry.network}`)
      return
    }
    default:
      throw new Stop(`There is no command ${command}.\n\n${HELP}`)
  }
}

/** @param {readonly string[]} args */
function readArguments(args) {
  try {
    const text = { type: /** @type {const} */ ('string') }
    const options = { name: text, scopes: text, days: text, owner: { type: /** @type {const} */ ('boolean') } }
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

/**
 * Asks the service; gives the members of the answer.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
function asker(env) {
  const origin = (env.BASE_URL?.trim() || `http://localhost:${env.PORT?.trim() || '3000'}`).replace(/\/$/, '')
  const key = env.API_KEY?.trim() || env.ADMIN_API_KEY?.trim() || adminKeyIn(dataDirOf(env))
  /** @param {string} method @param {string} path @param {unknown} [body] */
  return async (method, path, body) => {
    let response
    try {
      response = await fetch(origin + path, {
        method,
        headers: { 'X-Api-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : error
      throw new Stop(`The service at ${origin} does not respond (${cause}). Start it, or set BASE_URL.`)
    }
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return answer
    const details = Array.isArray(answer.details) ? answer.details : []
    const places = details.map((/** @type {{ path: string, message: string }} */ one) => `  ${one.path} ${one.message}`)
    throw new Stop([answer.error_description ?? `The service responded with ${response.status}.`, ...places].join('\n'))
  }
}

/** @param {string} dataDir */
function adminKeyIn(dataDir) {
  const file = join(dataDir, 'admin-api-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Stop(`There is no key: set API_KEY or ADMIN_API_KEY, or DATA_DIR to that of the service (no ${file}).`)
  }
}
