import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../scripts/ports.mjs'
import { runToEnd } from '../../../scripts/processes.mjs'
import { Stop } from '../../../scripts/terminal.mjs'
import { query } from './requests.mjs'
import { answer } from './service.mjs'

const person = { family_name: 'Hold-out', given_name: 'Test', birthdate: '1990-01-01' }

/**
 * What the wallet did with a request, and all that was said.
 * @typedef {{ did: string, said: string }} Did
 * @typedef {{ program: string, flags: readonly string[], directory: string, env: NodeJS.ProcessEnv }} Wallet
 */

/**
 * A wallet of its own, which trusts the service and holds a credential.
 * @param {{ program: string, directory: string, url: string, how: string, tlsCa: string | undefined }} options
 * @returns {Promise<Wallet>}
 */
export async function prepareWallet({ program, directory, url, how, tlsCa }) {
  const env = { ...process.env, EUDI_DEV_HOME: join(directory, 'home') }
  const store = ['--wallet-dir', join(directory, 'wallet')]
  const issued = await runToEnd(
    program,
    ['issue', 'sdjwt', '--wallet', '--vct', 'urn:eudi:pid:1', '--claims', JSON.stringify(person), ...store],
    { env },
  )
  if (issued.code !== 0) throw new Stop(`The wallet made no credential to present:\n${issued.output}`)
  /** @param {string} name */
  const saved = async (name) => {
    const file = join(directory, name)
    writeFileSync(file, await (await answer(`${url}/trust/anchors/${name}`)).text())
    return file
  }
  const trust =
    how === 'lists'
      ? ['--trusted-list', `${url}/trust/lists/lists.jwt`, '--trusted-list-ca', await saved('lists.pem')]
      : [
          ...['--relying-party-ca', await saved('access-certificate-providers.pem')],
          ...['--relying-party-ca', await saved('registration-certificate-providers.pem')],
        ]
  // It would hand the request to a wallet that listens at its usual port.
  const port = ['--port', String(await freePort())]
  const tls = tlsCa === undefined ? [] : ['--tls-ca', tlsCa]
  return {
    program,
    directory,
    env,
    flags: ['--auto-accept', '--arf', '--mode', 'strict', ...trust, ...tls, ...port, ...store],
  }
}

/**
 * What the wallet did with a request, and what it said.
 * @param {Wallet} wallet @param {string} url @param {Record<string, unknown>} body
 */
export async function ask({ program, flags, env }, url, body) {
  const created = await answer(`${url}/openid4vp/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
    body: JSON.stringify({ trust_framework: 'eu', dcql_query: query, ...body }),
  })
  const { session_id: id, deeplink } = /** @type {{ session_id: string, deeplink: string }} */ (await created.json())
  const { output } = await runToEnd(program, ['wallet', 'accept', deeplink, ...flags], { env })
  const session = /** @type {{ events: { type: string, detail: Record<string, unknown> }[] }} */ (
    await (await answer(`${url}/openid4vp/sessions/${id}`)).json()
  )
  const { events } = session
  const error = events.find(({ type }) => type === 'vp_wallet_error_received')
  const presented = events.some(
    ({ type, detail }) => type === 'vp_presentation_response_received' && detail.vp_token_observed === true,
  )
  const fetched = events.some(({ type }) => type === 'vp_request_retrieved')
  const did = presented
    ? 'presented'
    : error !== undefined
      ? String(error.detail.error)
      : fetched
        ? 'silent after it fetched the request'
        : 'never here'
  return { did, said: `${output}\n${url}/openid4vp/${id}` }
}
