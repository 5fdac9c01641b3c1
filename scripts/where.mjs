import { readFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { join } from 'node:path'
import { localOrigin } from './services.mjs'

/** As in lib/core/scoreboard/aggregation-workflow.ts. Each organisation also has its own. */
const AGGREGATION_NAMESPACE = 'default'
/** How many namespaces the line of a start names. */
const NAMED_MAX = 8
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
const ANSWER_MS_MAX = 5_000
const FOLLOWED_EVERY_MS = 10_000

/** @typedef {import('./run-file.mjs').Parts} Parts */

/**
 * Where the parts of a start listen, those that are up: what `run.json` and the last line of the start tell.
 * @param {{ services: readonly import('./supervisor.mjs').Service[], settings: Record<string, any>, isUp: (name: string) => boolean }} options
 * @returns {Promise<Parts>}
 */
export async function partsOf({ services, settings, isUp }) {
  const { TEMPORAL_ADDRESS, POCKETBASE_URL } = services.find(({ name }) => name === 'the worker')?.env ?? {}
  const url = String(POCKETBASE_URL).replace(/\/$/, '')
  const pocketbase = { url, dashboard: `${url}/_/` }
  const ours = services.some(({ name }) => name === 'Temporal')
  if (TEMPORAL_ADDRESS === undefined || !(ours ? isUp('Temporal') : isUp('the worker'))) return { pocketbase }
  const namespaces = [AGGREGATION_NAMESPACE, ...(await namespacesOf(settings))]
  return { temporal: { address: TEMPORAL_ADDRESS, namespaces }, pocketbase }
}

/**
 * Looks again every few seconds, and tells what has changed: an organisation is made while the service runs. What the
 * service does not list, because it does not answer, stays. Returns what ends it.
 * @param {Parameters<typeof partsOf>[0] & { parts: Parts, tell: (parts: Parts) => void, everyMs?: number }} options
 * @returns {() => void}
 */
export function followParts({ parts, tell, everyMs = FOLLOWED_EVERY_MS, ...asked }) {
  let told = JSON.stringify(parts)
  let ended = false
  const look = async () => {
    const found = await partsOf(asked)
    const text = JSON.stringify(found)
    if (!ended && text !== told && (found.temporal?.namespaces.length ?? 0) > 1) {
      told = text
      tell(found)
    }
    if (!ended) timer = setTimeout(look, everyMs).unref()
  }
  let timer = setTimeout(look, everyMs).unref()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/**
 * The last line of a start: what else a person may want to look at, or point a worker at. @param {Parts} parts
 */
export function partsLine({ temporal, pocketbase }) {
  const all = temporal?.namespaces ?? []
  const named = all.slice(0, NAMED_MAX).join(', ')
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more, in run.json` : ''
  const engine = temporal === undefined ? '' : ` Temporal: ${temporal.address} (namespaces ${named}${more}).`
  return `  Everything is up.${engine} PocketBase's dashboard: ${pocketbase.dashboard} (npm run pocketbase tells how to sign in).`
}

/**
 * The namespaces of organisations, as the service lists them; none if it does not answer in time.
 * @param {Record<string, any>} settings @returns {Promise<string[]>}
 */
function namespacesOf(settings) {
  return new Promise((resolve) => {
    const none = () => resolve([])
    const url = `${localOrigin(settings)}/api/organizations/namespaces`
    const options = {
      headers: { 'x-api-key': settings.adminApiKey ?? keyIn(settings.dataDir) },
      timeout: ANSWER_MS_MAX,
      agent: false,
      // The certificate names the public host.
      rejectUnauthorized: false,
    }
    const request = (url.startsWith('https:') ? httpsGet : httpGet)(url, options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
        if (body.length > ANSWER_BYTES_MAX) request.destroy()
      })
      response.on('error', none)
      response.on('close', () => resolve(response.statusCode === 200 && response.complete ? listIn(body) : []))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', none)
  })
}

/** @param {string} body @returns {string[]} */
function listIn(body) {
  try {
    const namespaces = JSON.parse(body)?.namespaces
    return Array.isArray(namespaces) && namespaces.every((name) => typeof name === 'string') ? namespaces : []
  } catch {
    return []
  }
}

/** The key that the web server made. @param {string} dataDir */
function keyIn(dataDir) {
  try {
    return readFileSync(join(dataDir, 'admin-api-key'), 'utf8').trim()
  } catch {
    return ''
  }
}
