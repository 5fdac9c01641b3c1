import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../scripts/ports.mjs'
import { endChild, lineTail, spawnGroup } from '../../../scripts/processes.mjs'
import { Stop } from '../../../scripts/terminal.mjs'
import { answer } from './service.mjs'

/** About the wallet's self-issued credential: its certificate has no extended key usage (ISO/IEC 18013-5, B.1.4). */
const ofItsIssuer = 'vp.mdoc.document_signer'

/**
 * A wallet that takes the requests of browsers, with a PID of each format.
 * @param {string} program @param {string} directory
 */
export async function serveWallet(program, directory) {
  const port = await freePort()
  const store = ['--wallet-dir', join(directory, 'browser-wallet')]
  const child = spawnGroup(
    program,
    ['wallet', 'serve', '--auto-accept', '--mode', 'strict', '--pid', '--port', String(port), ...store],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, EUDI_DEV_HOME: join(directory, 'browser-home') } },
  )
  const said = lineTail(40)
  child.stdout?.on('data', said.add)
  child.stderr?.on('data', said.add)
  const url = `http://localhost:${port}`
  for (let waited = 0; waited < 300; waited++) {
    if (child.exitCode !== null) throw new Stop(`The wallet did not start:\n${said.text()}`)
    const ready = await fetch(`${url}/api/credentials`).catch(() => null)
    if (ready?.ok) return { url, said: said.text, end: () => endChild(child, 5000) }
    await delay(100)
  }
  await endChild(child, 5000)
  throw new Stop('The wallet did not become ready within 30 seconds.')
}

/**
 * Carries a request to the wallet and its answer back, as the page of the session and its browser do.
 * @param {{ url: string, said: () => string }} wallet @param {string} url @param {Record<string, unknown>} body
 * @param {string} [site] the origin that the browser names, if not the service's
 * @returns {Promise<import('./link-wallet.mjs').Did>}
 */
export async function carry(wallet, url, body, site) {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' } }
  const created = await answer(`${url}/openid4vp/sessions`, { ...post, body: JSON.stringify(body) })
  const { session_id: id, dc_api } = /** @type {{ session_id: string, dc_api: Record<string, string> }} */ (
    await created.json()
  )
  const { origin = '', request_url: requestUrl = '', result_url: resultUrl = '' } = dc_api
  const request = await (await answer(requestUrl)).text()
  const presented = await fetch(`${wallet.url}/api/dc-api`, {
    method: 'POST',
    headers: { ...post.headers, Origin: site ?? origin },
    body: request,
  })
  const given = await presented.text()
  const said = `${wallet.said()}\n${url}/openid4vp/${id}`
  if (!presented.ok) return { did: `refused by the wallet with ${presented.status}`, said: `${given}\n${said}` }
  const { protocol, data } = JSON.parse(given)
  const page = { origin, elapsed_ms: 2000, allows: {} }
  const result = await fetch(resultUrl, {
    ...post,
    body: JSON.stringify({ outcome: 'answer', protocol, data, page }),
  })
  const taken = await result.text()
  const session =
    /** @type {{ status: string, checks: { conformance: { id: string, status: string, message?: string }[] } }} */ (
      await (await answer(`${url}/openid4vp/sessions/${id}`)).json()
    )
  const red = session.checks.conformance.filter(({ id, status }) => status === 'fail' && id !== ofItsIssuer)
  const all = [taken, ...red.map((check) => JSON.stringify(check)), said].join('\n')
  if (session.status !== 'presentation_validated') return { did: session.status, said: all }
  return { did: red.length === 0 ? 'accepted' : `accepted, but for ${red.map(({ id }) => id).join(', ')}`, said: all }
}
